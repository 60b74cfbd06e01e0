package client

import (
	"errors"
	"net/http"
)

// NewAwsHttpClient refuses to sign requests for Elasticsearch at AWS, which Crier's configuration never names.
func NewAwsHttpClient(config ESAWSRequestSigningConfig) (*http.Client, error) {
	if !config.Enabled {
		return nil, nil
	}
	return nil, errors.New("this server was built without signing for AWS")
}
