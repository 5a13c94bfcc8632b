/// Whether this build has a sanitizer or walks all structures: a test takes ten times its time.
#ifndef SC_TEST_SANITIZED_H
#define SC_TEST_SANITIZED_H

#if defined(SC_VALIDATE_STAGES) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
