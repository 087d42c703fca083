#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Functions for OpenSSL's macros, which Swift cannot use.

static inline EVP_PKEY *hearth_generate_p256(void) { return EVP_EC_gen("P-256"); }

static inline uint64_t hearth_ssl_options(void) {
    return SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET | SSL_OP_CIPHER_SERVER_PREFERENCE
        | SSL_OP_PRIORITIZE_CHACHA;
}

static inline uint64_t hearth_dtls_options(void) { return SSL_OP_NO_QUERY_MTU; }
