// Package sqlite stands in place of the store on SQLite: a server that is told to use it knows no such store.
package sqlite

// PluginName is what the store is called in configurations.
const PluginName = "sqlite"
