/**
 * What the C library declares: a kernel of that name would not compile, or would stand in its place when it is linked.
 * Found by declaring a function of every name that the headers of testbenches and hosts mention (g++ 12, glibc 2.36).
 */
export function isOfLibrary(name: string): boolean {
  return names.has(name) || family.test(name) || names.has(name.replace(suffix, ""));
}

/** `sinf`, `sinl`, `sinf64x` for `sin`; `rand_r`, `fseeko64`. */
const suffix = /(f|l|f32|f64|f128|f32x|f64x|_r|_l|64|_np|_unlocked)$/;

const family =
  /^(pthread_\w+|\w+_t|(strto|wcsto|strfrom)[dfl]?(\d+x?)?|f(32|64)x?(add|sub|mul|div|fma|sqrt)f\d+x?)$/;

const names: ReadonlySet<string> = new Set(
  `a64l abort abs accept access acct acos acosh alarm aligned_alloc arc4random arc4random_buf arc4random_uniform
  asctime asin asinh asprintf atan atan2 atanh atexit atof atoi atol bcmp bcopy bind brk bsearch btowc bzero calloc
  canonicalize canonicalize_file_name cbrt ceil chdir chmod chown chroot clearenv clearerr clock clock_adjtime
  clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime clone close close_range closefrom
  confstr connect copy_file_range copysign cos cosh creat crypt ctermid ctime cuserid daddl daemon daylight ddivl
  dfmal difftime div dmull dprintf drand48 drem dsqrtl dsubl dup dup2 dup3 duplocale dysize eaccess ecvt
  endusershell environ erand48 erf erfc euidaccess execl execle execlp execv execve execveat execvp execvpe exit exp
  exp10 exp2 explicit_bzero expm1 fabs faccessat fadd fchdir fchmod fchmodat fchown fchownat fclose fcloseall fcvt
  fd_mask fd_set fdatasync fdim fdiv fdopen feof ferror fexecve fflush ffma ffs fgetc fgetpos fgets fgetwc fgetws
  fileno finite flockfile floor fma fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmemopen fmin
  fminimum fminimum_mag fminimum_mag_num fminimum_num fminmag fmod fmul fopen fopencookie fork fpathconf fprintf
  fputc fputs fputwc fputws fread free freelocale freopen frexp fromfp fromfpx fscanf fseek fseeko fsetpos fsqrt
  fstat fstatat fsub fsync ftell ftello ftruncate ftrylockfile funlockfile futimens fwide fwprintf fwrite fwscanf
  gamma gcvt get_current_dir_name getc getchar getcpu getcwd getdate getdate_err getdelim getdomainname
  getdtablesize getegid getentropy getenv geteuid getgid getgroups gethostid gethostname getline getloadavg getlogin
  getopt getpagesize getpass getpayload getpgid getpgrp getpid getppid getpt getresgid getresuid getsid getsubopt
  gettid getuid getumask getusershell getw getwc getwchar getwd gmtime grantpt group_member hypot ilogb index
  initstate isalnum isalpha isascii isatty isblank iscntrl isctype isdigit isgraph isinf islower isnan isprint
  ispunct isspace isupper isxdigit j0 j1 jn jrand48 kill l64a labs lchmod lchown lcong48 ldexp ldiv lgamma link
  linkat listen llabs lldiv llogb llrint llround localeconv localtime lockf lockf64 log log10 log1p log2 logb
  lrand48 lrint lround lseek lstat malloc mblen mbrlen mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstowcs mbtowc memccpy
  memchr memcmp memcpy memfrob memmem memmove mempcpy memset mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat
  mkostemp mkostemps mkstemp mkstemps mktemp mktime mmap modf mrand48 nan nanosleep nearbyint newlocale nextafter
  nextdown nexttoward nextup nice nrand48 obstack_printf obstack_vprintf on_exit open open_memstream open_wmemstream
  optarg opterr optind optopt pathconf pause pclose perror pipe pipe2 poll popen posix_memalign posix_openpt pow
  pread printf profil program_invocation_name program_invocation_short_name pselect ptsname putc putchar putenv puts
  putw putwc putwchar pwrite qecvt qfcvt qgcvt qsort quick_exit raise rand random read readlink readlinkat realloc
  reallocarray realpath recv remainder remove remquo rename renameat renameat2 revoke rewind rindex rint rmdir round
  roundeven rpmatch sbrk scalb scalbln scalbn scanf sched_get_priority_max sched_get_priority_min sched_getaffinity
  sched_getcpu sched_getparam sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setparam
  sched_setscheduler sched_yield secure_getenv seed48 select send setbuf setbuffer setdomainname setegid setenv
  seteuid setgid sethostid sethostname setlinebuf setlocale setlogin setns setpayload setpayloadsig setpgid setpgrp
  setregid setresgid setresuid setreuid setsid setstate setuid setusershell setvbuf shutdown sigabbrev_np
  sigdescr_np signal signgam significand sin sincos sinh sleep snprintf socket sprintf sqrt srand srand48 srandom
  sscanf stat statx stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror
  strerrordesc_np strerrorname_np strfry strftime strlen strncasecmp strncat strncmp strncpy strndup strnlen
  strptime strsep strsignal strspn strtod strtof strtok strtol strtold strtoq strtoul strtouq strverscmp strxfrm
  swab swprintf swscanf symlink symlinkat sync syncfs syscall sysconf system tan tanh tcgetpgrp tcsetpgrp tee
  tempnam tgamma time timegm timelocal timer_create timer_delete timer_getoverrun timer_gettime timer_settime times
  timespec_get timespec_getres timezone tmpfile tmpnam toascii tolower totalorder totalordermag toupper trunc
  truncate ttyname ttyslot tzname tzset u_char u_int u_long u_short ualarm ufromfp ufromfpx uint ulong umask uname
  ungetc ungetwc unlink unlinkat unlockpt unsetenv unshare uselocale ushort usleep utimensat va_list valloc
  vasprintf vdprintf vfork vfprintf vfscanf vfwprintf vfwscanf vhangup vprintf vscanf vsnprintf vsprintf vsscanf
  vswprintf vswscanf vwprintf vwscanf wait wcpcpy wcpncpy wcrtomb wcscasecmp wcscat wcschrnul wcscmp wcscoll wcscpy
  wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy wcsnlen wcsnrtombs wcsrtombs wcsspn wcstod
  wcstof wcstok wcstol wcstold wcstombs wcstoq wcstoul wcstouq wcswidth wcsxfrm wctob wctomb wcwidth wmemcmp wmemcpy
  wmemmove wmempcpy wmemset wprintf write wscanf y0 y1 yn`.split(/\s+/),
);
