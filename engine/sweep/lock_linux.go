package sweep

import "syscall"

// noLocks are errors by which Linux says that a file system has no locks, beside those that errors.ErrUnsupported stands for: that of NFS where
// no lockd runs, and the kernel's own ENOTSUPP, which some of its file systems let through.
var noLocks = []error{syscall.ENOLCK, syscall.Errno(524)}
