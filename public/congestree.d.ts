// Types of congestree.js, protocol 1. Times are simulated ns unless a name says otherwise.

export = Congestree;
export as namespace Congestree;

/** Returns what talks to the run in an iframe whose address is that of embed.html (or of the whole page). */
declare function Congestree(frame: HTMLIFrameElement): Congestree.Run;

declare namespace Congestree {
  /** The version of the messages that this file speaks. */
  const protocol: 1;

  type State = 'poster' | 'loading' | 'running' | 'paused' | 'failed';

  interface Hello {
    protocol: 1;
    /** Of the program; null while only the picture is shown. */
    version: string | null;
    state: State;
    link?: string;
    /** What is not shown of the link that was opened last, the frame's own address or one given to load(): see Loaded. */
    left_out?: string | null;
    methods?: string[];
  }

  interface Tree {
    id: number;
    /** The over-subscribed output port, e.g. "S1.1 port 2". */
    root: string;
    /** Hosts that the tree blocks. */
    hosts: number;
    /** Input buffers that wait for the root. */
    ports: number;
    /** Packets in those buffers that will not cross the root. */
    victims: number;
  }

  interface Measures {
    state: State;
    link: string;
    hosts: number;
    simulated_ns: number;
    /** Accepted load since the warm-up, 0–1 of the hosts' link bandwidth; −1 while unknown. */
    throughput: number;
    /** Accepted load now, of the last two to three bins of the throughput's curve, 0–1. */
    throughput_now: number;
    /** Offered load since the warm-up, 0–1.2, of a trace also more: it is what the program has sent, however fast; −1 while unknown. */
    offered: number;
    /** Mean time from generation to the last bit; −1 while unknown. */
    latency_ns: number;
    /** The same from injection on, when the first bit leaves the host. */
    network_latency_ns: number;
    /** Jain's index of what hosts have sent since the warm-up, 0–1; −1 while unknown. */
    fairness_jain: number;
    /** What the host that has sent least since then has sent, 0–1 of its link's bandwidth; −1 while unknown. */
    least_host: number;
    generated: number;
    delivered: number;
    refused: number;
    hops: number;
    hops_per_s: number;
    /** Of the engine's state at checksum_ns: 16 hexadecimal digits, "" while unknown. */
    checksum: string;
    /** −1 while unknown. */
    checksum_ns: number;
    trees: Tree[] | null;
    /** Of a trace: its records, how many are done, and how long its program took (null until it has ended). */
    records: number;
    records_done: number;
    execution_ns: number | null;
    /** When a deadlock was found, and in words the ring of ports that wait for each other; null without one. */
    deadlock_ns: number | null;
    deadlock_ring: string | null;
    [more: string]: unknown;
  }

  interface Loaded extends Measures {
    /** What of the link is not shown, in the frame's words and its reader's language; null if all of it is. A comparison of which a scheme cannot run, or that is too large for the device, opens in part: "link" has what runs. */
    left_out: string | null;
  }

  interface PictureOptions {
    /** Default "png". */
    type?: 'png' | 'svg';
    /** Pixels, 64–8192; the other side follows if only one is given. */
    width?: number;
    height?: number;
  }

  interface Events {
    /** The frame can be asked; once for the picture (state "poster"), once more when the simulator runs. */
    ready: { state: State; version?: string };
    /** It cannot run here; the frame shows its picture and the reason. */
    failed: { reason: string };
    /** Sent while they change. */
    measures: Measures;
  }

  /** Every promise is rejected with a CongestreeError if the frame refuses. */
  interface Run {
    readonly frame: HTMLIFrameElement;
    hello(): Promise<Hello>;
    /** Opens a link, as the share dialog gives it, or its part from "?" or "#" on; resolves when it is shown, also where a part is left out. It plays, also where a run rested, unless the link has a t. */
    load(link: string): Promise<Loaded>;
    play(): Promise<{}>;
    pause(): Promise<{}>;
    /** From time 0. */
    restart(): Promise<{}>;
    /** Goes to a time, 0–10¹², backwards too, and rests there. */
    seek(ns: number): Promise<Measures>;
    /** Runs until a tree forms, the accepted load falls below a value (%) from at least that, or a time (µs). */
    until(kind: 'tree'): Promise<Measures>;
    until(kind: 'below' | 'time', value: number): Promise<Measures>;
    /** Plays a window over and over; without one no longer. */
    loop(from_ns?: number, to_ns?: number): Promise<{}>;
    /** Sets a field of the scenario (the command "congestree fields" lists them); if the run has to begin anew it plays, even where one rested. */
    set(field: string, value: string | number | boolean): Promise<{ link: string }>;
    /** Simulated ns per second of watching, 10–10⁷. */
    speed(ns_per_s: number): Promise<{}>;
    /** "" is what the reader's system says. */
    theme(theme: '' | 'dark' | 'light'): Promise<{}>;
    measures(): Promise<Measures>;
    /** A data URL of what is shown. */
    picture(options?: PictureOptions): Promise<string>;
    /** Any method by name, as docs/api.html lists them. */
    ask(method: string, params?: Record<string, unknown>): Promise<unknown>;
    /** Returns what ends it. every_ms (100–60 000, default 250) counts for the first listener of "measures"; the console tells of one out of range, and the default counts. An event that there is none of is a TypeError. */
    on<E extends keyof Events>(event: E, listener: (detail: Events[E]) => void, options?: { every_ms?: number }): () => void;
    /** Hears and asks no more; what is still asked is rejected. A frame that is taken away and forgotten needs none. */
    close(): void;
  }

  interface CongestreeError extends Error {
    name: 'CongestreeError';
    code: 'bad-message' | 'bad-version' | 'unknown-method' | 'bad-params' | 'refused' | 'forbidden' | 'busy' | 'failed' | 'closed';
  }
}
