// Program does what a compiler's jumps are for, and what enters functions in their middle: it is run as it was compiled and with
// direct jumps, and must say the same.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
)

type shape interface{ area() float64 }

type square struct{ side float64 }

func (s square) area() float64 { return s.side * s.side }

type circle struct{ r float64 }

func (c *circle) area() float64 { return 3 * c.r * c.r }

func collatz(n int) (steps int) {
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return
}

func primes(to int) (all []int) {
next:
	for n := 2; n < to; n++ {
		for _, p := range all {
			if p*p > n {
				break
			}
			if n%p == 0 {
				continue next
			}
		}
		all = append(all, n)
	}
	return
}

func word(n int) string {
	switch {
	case n < 0:
		return "negative"
	case n == 0:
		return "none"
	}
	switch n {
	case 1:
		return "one"
	case 2, 3, 5, 7:
		return "prime"
	case 4:
		fallthrough
	case 8:
		return "power"
	default:
		if n > 100 {
			goto many
		}
		return "some"
	}
many:
	return "many"
}

func caught(f func()) (said string) {
	defer func() {
		if x := recover(); x != nil {
			said = fmt.Sprint("caught ", x)
		}
	}()
	defer func() { said = "left" }()
	f()
	return "done"
}

func deep(n int) int { // grows the stack, which enters the function again
	var room [200]int
	room[n%200] = n
	if n == 0 {
		return 0
	}
	return deep(n-1) + room[n%200] - n + 1
}

// pipeline: goroutines that wait in the middle of loops.
func pipeline(n int) (sum int) {
	numbers, squares, quit := make(chan int), make(chan int, 3), make(chan struct{})
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for x := range numbers {
				if x%5 == 0 {
					runtime.Gosched()
				}
				select {
				case squares <- x * x:
				case <-quit:
					return
				}
			}
		}()
	}
	go func() {
		for i := range n {
			numbers <- i
			if i%50 == 0 {
				time.Sleep(time.Microsecond)
			}
		}
		close(numbers)
		all.Wait()
		close(squares)
	}()
	for x := range squares {
		sum += x
	}
	close(quit)
	return
}

func main() {
	longest := 0
	for n := 1; n < 3000; n++ {
		longest = max(longest, collatz(n))
	}
	fmt.Println("collatz", longest, "primes", len(primes(5000)))
	for _, n := range []int{-1, 0, 1, 3, 4, 8, 50, 1000} {
		fmt.Print(word(n), " ")
	}
	fmt.Println()
	total := 0.0
	for _, s := range []shape{square{2}, &circle{1}, square{0.5}} {
		total += s.area()
	}
	fmt.Println("area", total)
	var none *circle
	var empty []int
	fmt.Println(caught(func() {}), "|", caught(func() { none.area() }), "|", caught(func() { _ = empty[len(empty)] }), "|", caught(func() { panic(errors.New("all")) }))
	fmt.Println("deep", deep(20000), "pipeline", pipeline(2000))
	words := map[string]int{}
	for _, w := range strings.Fields(strings.Repeat("a bb ccc bb a dddd ", 200)) {
		words[w] += len(w)
	}
	keys := make([]string, 0, len(words))
	for w := range words {
		keys = append(keys, w)
	}
	sort.Slice(keys, func(i, k int) bool {
		return words[keys[i]] > words[keys[k]] || words[keys[i]] == words[keys[k]] && keys[i] < keys[k]
	})
	fmt.Println(keys, words)
	garbage := 0
	for i := range 200 {
		b := make([]byte, 1<<16)
		b[i] = byte(i)
		garbage += int(b[i])
		if i%50 == 0 {
			runtime.GC()
		}
	}
	fmt.Println("garbage", garbage)
	for i := range 3 {
		defer func() { fmt.Println("deferred", i) }()
	}
	for f := range func(yield func(float64) bool) {
		for x := 1.0; x < 1e6 && yield(x); x *= 7 {
		}
	} {
		if f > 1e5 {
			fmt.Println("iterated to", f)
			return
		}
	}
}
