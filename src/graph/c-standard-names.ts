// Functions that C, POSIX and C++ have themselves: they come in by headers of the system, by `using` or by the types of
// arguments, without a word in the repository. A declaration of the repository under such a name may not be the one meant.

/** ISO C 17, POSIX.1-2017 and the algorithms of C++20, without those that are spelled like no other name. */
const NAMES = new Set(
  (
    "abort abs accept access accumulate acos acosh advance aligned_alloc all_of any_of apply asctime asin asinh assert at atan atan2 " +
    "atexit atof atoi atol atoll basename begin bind bsearch call_once calloc cbegin ceil cend cfgetispeed chdir chmod chown clamp clock " +
    "clock_gettime close closedir connect copy copy_if copy_n cos cosh count count_if creat cref crypt ctime data declval difftime dirname " +
    "distance div dlclose dlerror dlopen dlsym dprintf dup dup2 empty end equal erase exchange execl execv execve execvp exit exp exp2 " +
    "expm1 fabs fchmod fchown fclose fcntl fdatasync fdopen feof ferror fflush fgetc fgetpos fgets fgetwc fileno fill fill_n find find_if " +
    "flock flockfile floor fmax fmin fmod fopen for_each fork format format_to forward fprintf fputc fputs fread free freeaddrinfo freopen " +
    "frexp fscanf fseek fseeko fsetpos fstat fsync ftell ftello ftruncate ftrylockfile funlockfile fwide fwprintf fwrite gai_strerror " +
    "generate get get_if getaddrinfo getc getchar getcwd getegid getenv geteuid getgid gethostbyname gethostname getline getnameinfo " +
    "getopt getpeername getpid getppid getpwnam getpwuid getrlimit getrusage gets getsockname getsockopt gettimeofday getuid glob gmtime " +
    "gmtime_r hash htonl htons hypot inet_addr inet_ntoa inet_ntop inet_pton invoke ioctl iota isalnum isalpha isatty isblank iscntrl " +
    "isdigit isfinite isgraph isinf islower isnan isprint ispunct isspace isupper iswalpha isxdigit kill labs launder ldexp lerp lgamma " +
    "link listen llabs localeconv localtime localtime_r log log10 log1p log2 longjmp lower_bound lrint lround lseek lstat make_pair " +
    "make_shared make_tuple make_unique malloc max max_element mblen mbrtowc mbstowcs mbtowc memccpy memchr memcmp memcpy memmem memmove " +
    "memset merge midpoint min min_element minmax mismatch mkdir mkdtemp mkfifo mknod mkstemp mktime mlock mmap modf move mprotect msync " +
    "munmap nan nanosleep next nice none_of ntohl ntohs open openat opendir openlog parse pathconf pause pclose perror pipe pipe2 poll " +
    "popen posix_memalign pow pread prev print printf println pselect puts putc putchar putenv pwrite qsort quick_exit raise rand rand_r " +
    "random rbegin read readdir readlink readv realloc realpath recv recvfrom recvmsg ref regcomp regexec regfree remainder remove " +
    "remove_if rename rend replace reverse rewind rewinddir rint rmdir rotate round scanf search select sem_close sem_destroy sem_getvalue " +
    "sem_init sem_open sem_post sem_timedwait sem_trywait sem_unlink sem_wait send sendfile sendmsg sendto setbuf setenv seteuid setgid " +
    "setjmp setlocale setpgid setrlimit setsid setsockopt setuid setvbuf shutdown sigaction sigaddset sigemptyset sigfillset signal " +
    "signbit sigprocmask sin sinh size sleep snprintf socket socketpair sort sprintf sqrt srand srandom sscanf stable_sort stat statvfs " +
    "stod stof stoi stol stoll stoul stoull stpcpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror strerror_r " +
    "strftime strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strptime strrchr strsep strsignal strspn " +
    "strstr strtod strtof strtok strtok_r strtol strtold strtoll strtoul strtoull strxfrm swap swprintf symlink sync sysconf syslog system " +
    "tan tanh tcgetattr tcsetattr tempnam terminate tgamma thrd_create thrd_join tie time timegm times tmpfile tmpnam to_address to_chars " +
    "to_string to_wstring tolower toupper towlower towupper transform trunc truncate ttyname tzset umask uname ungetc unique unlink " +
    "unsetenv upper_bound usleep utime utimes vasprintf vdprintf vfork vformat vformat_to vfprintf visit vprintf vsnprintf vsprintf " +
    "wait waitpid wcscmp wcscpy wcslen wcstombs wctomb wmemcpy wprintf write writev asprintf bcopy bzero index rindex"
  ).split(" "),
);

export function isStandard(name: string): boolean {
  return NAMES.has(name) || /^(?:pthread_|__builtin_|epoll_|inotify_|kqueue|eventfd|timerfd_)/.test(name);
}
