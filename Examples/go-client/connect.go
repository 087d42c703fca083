package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

// connect uses an unencrypted connection to a hub on this machine, or TLS with a token if there is a certificate.
func connect(address, certificate string) (*grpc.ClientConn, error) {
	if certificate == "" {
		return grpc.Dial(address, grpc.WithInsecure())
	}
	known, err := read(certificate)
	if err != nil {
		return nil, err
	}
	value := os.Getenv("HEARTH_TOKEN")
	if value == "" {
		return nil, errors.New("HEARTH_TOKEN is not set; `hearth tokens create NAME` makes a token")
	}
	// The hub is identified by its key alone, not by a certificate authority, a name or a validity period.
	pinned := &tls.Config{
		InsecureSkipVerify: true,
		VerifyConnection: func(state tls.ConnectionState) error {
			if !bytes.Equal(state.PeerCertificates[0].RawSubjectPublicKeyInfo, known.RawSubjectPublicKeyInfo) {
				return fmt.Errorf("%s has another key than the one in %s", address, certificate)
			}
			return nil
		},
	}
	return grpc.Dial(
		address, grpc.WithTransportCredentials(credentials.NewTLS(pinned)), grpc.WithPerRPCCredentials(token(value)))
}

func read(certificate string) (*x509.Certificate, error) {
	text, err := os.ReadFile(certificate)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s is not a PEM file", certificate)
	}
	return x509.ParseCertificate(block.Bytes)
}

// token is sent with each call.
type token string

func (t token) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + string(t)}, nil
}

func (token) RequireTransportSecurity() bool { return true }
