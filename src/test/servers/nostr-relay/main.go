// A Nostr relay for tests: khatru with its store in memory, on a loopback address.
//
// The optional flags turn on the policies by which public relays refuse, in khatru's own words.
// The program ends on SIGTERM, and when its standard input ends, so it never outlives the test that started it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fiatjaf/eventstore/slicestore"
	"github.com/fiatjaf/khatru"
	"github.com/fiatjaf/khatru/policies"
	"github.com/nbd-wtf/go-nostr"
)

type rejectEvent = func(context.Context, *nostr.Event) (bool, string)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address; port 0 takes a free one")
	authWrite := flag.Bool("auth-write", false, "events only from authenticated authors (NIP-42)")
	authRead := flag.Bool("auth-read", false, "queries only from authenticated clients (NIP-42)")
	rate := flag.Int("rate", 0, "events per hour and address; more are rate-limited")
	kinds := flag.String("blocked-kinds", "", "kinds that are refused, comma separated")
	maxContent := flag.Int("max-content", 0, "characters of content; more are refused")
	maxAge := flag.Duration("max-age", 0, "age of an event; older ones are refused")
	flag.Parse()

	relay := khatru.NewRelay()
	relay.Log = log.New(os.Stderr, "", 0)
	keepInMemory(relay)
	relay.RejectEvent = append(relay.RejectEvent, policies.PreventLargeTags(200), policies.PreventTimestampsInTheFuture(15*time.Minute))
	if *authWrite {
		relay.OnConnect = append(relay.OnConnect, khatru.RequestAuth)
		relay.RejectEvent = append(relay.RejectEvent, authoredOnly)
	}
	if *authRead {
		relay.RejectFilter = append(relay.RejectFilter, policies.MustAuth)
	}
	if *rate > 0 {
		relay.RejectEvent = append(relay.RejectEvent, policies.EventIPRateLimiter(*rate, time.Hour, *rate))
	}
	if *kinds != "" {
		relay.RejectEvent = append(relay.RejectEvent, blockKinds(strings.Split(*kinds, ",")))
	}
	if *maxContent > 0 {
		relay.RejectEvent = append(relay.RejectEvent, limitContent(*maxContent))
	}
	if *maxAge > 0 {
		relay.RejectEvent = append(relay.RejectEvent, policies.PreventTimestampsInThePast(*maxAge))
	}
	serve(relay, *listen)
}

func keepInMemory(relay *khatru.Relay) {
	db := &slicestore.SliceStore{}
	if err := db.Init(); err != nil {
		log.Fatal(err)
	}
	relay.StoreEvent = append(relay.StoreEvent, db.SaveEvent)
	relay.QueryEvents = append(relay.QueryEvents, db.QueryEvents)
	relay.DeleteEvent = append(relay.DeleteEvent, db.DeleteEvent)
	relay.ReplaceEvent = append(relay.ReplaceEvent, db.ReplaceEvent)
}

// authoredOnly takes an event only from the client that has proved to be its author.
func authoredOnly(ctx context.Context, event *nostr.Event) (bool, string) {
	switch khatru.GetAuthed(ctx) {
	case "":
		return true, "auth-required: only authenticated authors may publish here"
	case event.PubKey:
		return false, ""
	default:
		return true, "restricted: you may only publish your own events"
	}
}

func blockKinds(words []string) rejectEvent {
	return func(_ context.Context, event *nostr.Event) (bool, string) {
		kind := strconv.Itoa(event.Kind)
		return slices.Contains(words, kind), "blocked: received event kind " + kind + " not allowed"
	}
}

func limitContent(max int) rejectEvent {
	return func(_ context.Context, event *nostr.Event) (bool, string) {
		return utf8.RuneCountInString(event.Content) > max, fmt.Sprintf("blocked: content is longer than %d characters", max)
	}
}

func serve(relay *khatru.Relay, address string) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		if err != nil && !errors.Is(err, io.EOF) {
			log.Print(err)
		}
		os.Exit(0)
	}()
	fmt.Println("listening on", listener.Addr())
	log.Fatal(http.Serve(listener, relay))
}
