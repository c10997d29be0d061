/**
 * What a kernel's files are called before `.cpp`, `.c` and `.h`: its own name, unless a file of that name is included or
 * stands beside it. `-I.` would find the kernel's `math.h` where `<cmath>` asks for the system's.
 */
export function fileStem(kernel: string): string {
  return taken.has(kernel) || /^(lutra|hls|ap)_/.test(kernel) ? `${kernel}_kernel` : kernel;
}

/** Headers of C and POSIX, and files of the projects that we write. */
const taken: ReadonlySet<string> = new Set(
  `assert complex ctype endian errno fcntl features fenv float inttypes iso646 limits locale malloc math memory pthread
  sched setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string strings tgmath threads time
  uchar unistd wchar wctype
  testbench host`.split(/\s+/),
);
