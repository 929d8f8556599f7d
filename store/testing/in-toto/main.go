// Validates the statements in DSSE envelopes, the files of the arguments, with code of in-toto itself.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"

	test "github.com/in-toto/attestation/go/predicates/test_result/v0"
	intoto "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

func check(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var envelope struct{ PayloadType, Payload string }
	if err := json.Unmarshal(text, &envelope); err != nil {
		return err
	}
	payload, err := base64.StdEncoding.Strict().DecodeString(envelope.Payload)
	if err != nil {
		return err
	}
	var statement intoto.Statement
	if err := protojson.Unmarshal(payload, &statement); err != nil {
		return err
	}
	if err := statement.Validate(); err != nil {
		return err
	}
	if statement.PredicateType == "https://in-toto.io/attestation/test-result/v0.1" {
		predicate, err := protojson.Marshal(statement.Predicate)
		if err != nil {
			return err
		}
		var result test.TestResult
		if err := protojson.Unmarshal(predicate, &result); err != nil {
			return err
		}
		for _, each := range result.Configuration {
			if err := each.Validate(); err != nil {
				return err
			}
		}
		fmt.Println(statement.PredicateType, result.Result, len(result.PassedTests))
		return nil
	}
	fmt.Println(statement.PredicateType, len(statement.Subject))
	return nil
}

func main() {
	for _, path := range os.Args[1:] {
		if err := check(path); err != nil {
			fmt.Fprintln(os.Stderr, path, err)
			os.Exit(1)
		}
	}
}
