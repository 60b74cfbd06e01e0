// Package s3store stands in place of the archive on S3, which Crier's configuration never names.
package s3store

import (
	"errors"

	"go.temporal.io/server/common/archiver"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/persistence"
)

// URIScheme is the scheme of its addresses.
const URIScheme = "s3"

var errLeftOut = errors.New("this server was built without the archive on S3")

// NewHistoryArchiver refuses.
func NewHistoryArchiver(
	persistence.ExecutionManager, log.Logger, metrics.Handler, *config.S3Archiver,
) (archiver.HistoryArchiver, error) {
	return nil, errLeftOut
}

// NewVisibilityArchiver refuses.
func NewVisibilityArchiver(
	log.Logger, metrics.Handler, *config.S3Archiver,
) (archiver.VisibilityArchiver, error) {
	return nil, errLeftOut
}
