// Says whether a Kubernetes API server would take what is written, with the server's own code:
// crd DEFINITION VERSION MANIFEST... prints a JSON object of refusals; exit 1 where it cannot tell.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
)

// What the API server says of all that was given, in the order of the manifests.
type answer struct {
	// The version of apiextensions-apiserver that was asked.
	Validator string `json:"validator"`
	// Why the API server would not take the definition itself.
	Definition []string `json:"definition"`
	// Why it would not take the manifests, or what it would leave out of them.
	Manifests [][]string `json:"manifests"`
}

const module = "k8s.io/apiextensions-apiserver"

func validatorVersion() string {
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, each := range build.Deps {
			if each.Path == module {
				return each.Version
			}
		}
	}
	return "of an unknown version"
}

func run(definition, version string, manifests []string) (answer, error) {
	said := answer{Validator: validatorVersion(), Definition: []string{}, Manifests: [][]string{}}
	text, err := os.ReadFile(definition)
	if err != nil {
		return said, err
	}
	server, problems := serve(text, version)
	said.Definition = append(said.Definition, problems...)
	if len(problems) > 0 {
		return said, nil
	}
	for _, file := range manifests {
		text, err := os.ReadFile(file)
		if err != nil {
			return said, err
		}
		said.Manifests = append(said.Manifests, server.refuse(text))
	}
	return said, nil
}

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "wanted DEFINITION VERSION MANIFEST...")
		os.Exit(1)
	}
	said, err := run(os.Args[1], os.Args[2], os.Args[3:])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(said)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
