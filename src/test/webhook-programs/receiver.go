// A receiver of webhooks: verifies each request, prints its id, and fails now and then.
//
// Of every five requests, one is answered with 500 before it is taken, and one is taken and not answered.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync/atomic"

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

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("SECRET"))
	if err != nil {
		panic(err)
	}
	var count atomic.Int64
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		turn := count.Add(1) % 5
		if turn == 0 {
			w.WriteHeader(500)
			return
		}
		if err := webhook.Verify(body, r.Header); err != nil {
			fmt.Println("refused", err)
			w.WriteHeader(400)
			return
		}
		var e event
		_ = json.Unmarshal(body, &e)
		fmt.Println(e.ID, e.Data.Post.ID, e.Sequence)
		if turn == 1 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(204)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println("port", listener.Addr().(*net.TCPAddr).Port)
	_ = http.Serve(listener, nil)
}
