// A receiver of webhooks as its users write one: it verifies, keeps what it takes, and fails now and then.
//
// What it takes is in the file STORE before it answers, and known again after it died. It says
// `missing POST NUMBER` as soon as the numbers of a post show that an event has not come yet, and at its
// start which ones it still misses. Of every ten requests it answers one with 500, reads one without taking
// it, and takes one without an answer. The one numbered HOLD it takes and holds, and says `holding`: the
// moment to end it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type event struct {
	ID       string `json:"id"`
	Sequence int    `json:"sequence"`
	Data     struct {
		Post struct {
			ID string `json:"id"`
		} `json:"post"`
	} `json:"data"`
}

type number struct {
	post     string
	sequence int
}

type receiver struct {
	sync.Mutex
	store   *os.File
	count   int
	seen    map[string]bool
	highest map[string]int
	missing map[number]bool
}

// note returns the numbers that are missed since this event.
func (r *receiver) note(id, post string, sequence int) (skipped []number) {
	r.seen[id] = true
	delete(r.missing, number{post, sequence})
	for next := r.highest[post] + 1; next < sequence; next++ {
		skipped = append(skipped, number{post, next})
		r.missing[number{post, next}] = true
	}
	r.highest[post] = max(r.highest[post], sequence)
	return skipped
}

func (r *receiver) take(e event) {
	if r.seen[e.ID] {
		fmt.Println("again", e.ID)
		return
	}
	// The end of a process loses nothing that was written; that of a machine would, without fsync.
	must(fmt.Fprintln(r.store, e.ID, e.Data.Post.ID, e.Sequence))
	for _, one := range r.note(e.ID, e.Data.Post.ID, e.Sequence) {
		fmt.Println("missing", one.post, one.sequence)
	}
}

// turn counts the request, takes it unless it is the turn of a fault, and returns its number.
func (r *receiver) turn(e event) int {
	r.Lock()
	defer r.Unlock()
	r.count++
	if r.count%10 > 1 {
		r.take(e)
	}
	return r.count
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	secret := os.Getenv("SECRET")
	wh, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		panic(err)
	}
	hold := must(strconv.Atoi(os.Getenv("HOLD")))
	r := &receiver{
		store:   must(os.OpenFile(os.Getenv("STORE"), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)),
		seen:    map[string]bool{},
		highest: map[string]int{},
		missing: map[number]bool{},
	}
	for lines := bufio.NewScanner(r.store); lines.Scan(); {
		var id, post string
		var sequence int
		must(fmt.Sscan(lines.Text(), &id, &post, &sequence))
		r.note(id, post, sequence)
	}
	for one := range r.missing {
		fmt.Println("missing", one.post, one.sequence)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err == nil {
			err = wh.Verify(body, request.Header)
		}
		if err != nil {
			fmt.Println("refused", err)
			w.WriteHeader(400)
			return
		}
		var e event
		if json.Unmarshal(body, &e) != nil {
			panic("no event")
		}
		turn := r.turn(e)
		if turn == hold {
			fmt.Println("holding")
			select {}
		}
		switch turn % 10 {
		case 0:
			w.WriteHeader(500)
		case 1, 2:
			panic(http.ErrAbortHandler)
		default:
			w.WriteHeader(204)
		}
	})
	listener := must(net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT")))
	fmt.Println("port", listener.Addr().(*net.TCPAddr).Port)
	_ = http.Serve(listener, nil)
}
