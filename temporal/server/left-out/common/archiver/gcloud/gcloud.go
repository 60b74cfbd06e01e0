// Package gcloud stands in place of the archive on Google Cloud Storage, which Crier's configuration never names.
package gcloud

import (
	"errors"

	"go.temporal.io/server/common/archiver"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/persistence"
)

// URIScheme is the scheme of its addresses.
const URIScheme = "gs"

var errLeftOut = errors.New("this server was built without the archive on Google Cloud Storage")

// NewHistoryArchiver refuses.
func NewHistoryArchiver(
	persistence.ExecutionManager, log.Logger, metrics.Handler, *config.GstorageArchiver,
) (archiver.HistoryArchiver, error) {
	return nil, errLeftOut
}

// NewVisibilityArchiver refuses.
func NewVisibilityArchiver(
	log.Logger, metrics.Handler, *config.GstorageArchiver,
) (archiver.VisibilityArchiver, error) {
	return nil, errLeftOut
}
