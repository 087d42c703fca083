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

static inline int hearth_name_count(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }

// The bytes of a DNS name (GEN_DNS) or an IP address (GEN_IPADD); NULL for a name of another kind.
static inline const unsigned char *hearth_name(const GENERAL_NAMES *names, int index, int *kind, int *count) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    const ASN1_STRING *text = (const ASN1_STRING *)GENERAL_NAME_get0_value(name, kind);
    if (*kind != GEN_DNS && *kind != GEN_IPADD) return NULL;
    *count = ASN1_STRING_length(text);
    return ASN1_STRING_get0_data(text);
}
