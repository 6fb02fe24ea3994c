/// OpenSSL, and what Swift can't call of it directly: macros that stand for calls.
#pragma once
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static inline int copenssl_set_versions(SSL_CTX *context, int least, int most) {
    return SSL_CTX_set_min_proto_version(context, least) &&
           SSL_CTX_set_max_proto_version(context, most);
}

/// Nothing is negotiated anew or compressed; an end of the stream without a word is an end.
static inline void copenssl_set_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
}

/// The server chooses the cipher, and takes ChaCha20 for whoever prefers it: for want of AES in
/// hardware.
static inline void copenssl_choose_ciphers(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
}

static inline int copenssl_set_groups(SSL_CTX *context, const char *names) {
    return (int)SSL_CTX_set1_groups_list(context, names);
}

static inline void copenssl_set_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_mode(context, mode);
}

static inline void copenssl_set_session_cache_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}

/// The context takes the certificate over if the answer is 1.
static inline int copenssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add0_chain_cert(context, certificate);
}

static inline int copenssl_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline void copenssl_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

static inline void copenssl_retry_write(BIO *bio) { BIO_set_retry_write(bio); }

static inline void copenssl_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

static inline BIO *copenssl_memory(const void *bytes, int count) {
    return BIO_new_mem_buf(bytes, count);
}

/// Gives no password: OpenSSL would ask for one at the terminal.
static inline int copenssl_no_password(char *buffer, int size, int writing, void *context) {
    (void)buffer, (void)size, (void)writing, (void)context;
    return -1;
}

static inline X509 *copenssl_read_certificate(BIO *input) {
    return PEM_read_bio_X509(input, NULL, copenssl_no_password, NULL);
}

static inline EVP_PKEY *copenssl_read_key(BIO *input) {
    return PEM_read_bio_PrivateKey(input, NULL, copenssl_no_password, NULL);
}

/// Whether the last error that waits is that a PEM file has no block of this kind (any more).
static inline int copenssl_is_end_of_pem(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

/// The end of a certificate's validity in seconds since 1970; -1 if it isn't to be read.
static inline long long copenssl_time(const ASN1_TIME *time) {
    int days = 0, seconds = 0;
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int known = epoch && ASN1_TIME_diff(&days, &seconds, epoch, time);
    ASN1_TIME_free(epoch);
    return known ? days * 86400LL + seconds : -1;
}

/// A new key of the curve P-256; nil if there is no memory.
static inline EVP_PKEY *copenssl_make_key(void) { return EVP_EC_gen("P-256"); }

static inline int copenssl_write_key(BIO *output, EVP_PKEY *key) {
    return PEM_write_bio_PKCS8PrivateKey(output, key, NULL, NULL, 0, NULL, NULL);
}

static inline BIO *copenssl_growing_memory(void) { return BIO_new(BIO_s_mem()); }

/// What has been written into such a memory.
static inline size_t copenssl_written(BIO *memory, char **bytes) {
    long count = BIO_get_mem_data(memory, bytes);
    return count > 0 ? (size_t)count : 0;
}

/// Asks for a name in a request (RFC 2986); the answer is 1 if it took it.
static inline int copenssl_add_request_extension(X509_REQ *request, X509_EXTENSION *extension) {
    STACK_OF(X509_EXTENSION) *extensions = sk_X509_EXTENSION_new_null();
    int taken = extensions && sk_X509_EXTENSION_push(extensions, extension) > 0 &&
                X509_REQ_add_extensions(request, extensions);
    sk_X509_EXTENSION_free(extensions);
    return taken;
}
