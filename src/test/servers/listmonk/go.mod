// listmonk is a program, so nothing here imports it. A module that requires it is built even where the list of
// its versions cannot be had, without which `go install` refuses.
module crier.test/listmonk

go 1.21

require github.com/knadh/listmonk v1.1.0
