package main

import (
	"context"
	"fmt"
	"strings"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

func wordsOf(errs field.ErrorList) []string {
	words := []string{}
	for _, each := range errs {
		words = append(words, strings.TrimPrefix(each.Error(), "<nil>: "))
	}
	return words
}

// Errors after which the API server does not ask the rules of a schema (customResourceStrategy.Validate).
func isBlocking(kind field.ErrorType) bool {
	switch kind {
	case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
		return true
	}
	return false
}

func isBlocked(errs field.ErrorList) bool {
	for _, each := range errs {
		if isBlocking(each.Type) {
			return true
		}
	}
	return false
}

// Decodes as the API server does: defaults, then what the schema does not know is dropped, and said (unstructuredSchemaCoercer).
func (s *server) decode(u *unstructured.Unstructured) ([]string, error) {
	meta, _, unknown, err := objectmeta.GetObjectMetaWithOptions(u.Object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, err
	}
	structuraldefaulting.Default(u.Object, s.structural)
	kind, apiVersion := u.GetKind(), u.GetAPIVersion()
	if !s.preservesUnknown {
		options := structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
		unknown = append(unknown, structuralpruning.PruneWithOptions(u.Object, s.structural, true, options)...)
		structuraldefaulting.PruneNonNullableNullsWithoutDefaults(u.Object, s.structural)
	}
	failed, paths := objectmeta.CoerceWithOptions(nil, u.Object, s.structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if failed != nil {
		return nil, failed
	}
	u.SetKind(kind)
	u.SetAPIVersion(apiVersion)
	return append(unknown, paths...), objectmeta.SetObjectMeta(u.Object, meta)
}

// Validates as the API server does for something new (customResourceStrategy.Validate).
func (s *server) validate(u *unstructured.Unstructured) field.ErrorList {
	if s.namespaced {
		// As a server fills it in from the address of a request.
		u.SetNamespace("default")
	}
	errs := metavalidation.ValidateObjectMetaAccessor(u, s.namespaced, metavalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
	errs = append(errs, validation.ValidateCustomResource(nil, u.Object, s.schema)...)
	errs = append(errs, objectmeta.Validate(context.Background(), nil, u.Object, s.structural, false)...)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, s.structural, u.Object)...)
	if s.rules == nil || isBlocked(errs) {
		return errs
	}
	broken, _ := s.rules.Validate(context.Background(), nil, s.structural, u.Object, nil, celconfig.RuntimeCELCostBudget)
	return append(errs, broken...)
}

// Why the API server would not take a manifest as it stands; empty: it would.
func (s *server) refuse(text []byte) []string {
	document, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return []string{err.Error()}
	}
	u := &unstructured.Unstructured{}
	if err := u.UnmarshalJSON(document); err != nil {
		return []string{err.Error()}
	}
	if u.GetKind() != s.kind || u.GetAPIVersion() != s.apiVersion {
		return []string{fmt.Sprintf("kind: wanted %s of %s, got %s of %s", s.kind, s.apiVersion, u.GetKind(), u.GetAPIVersion())}
	}
	unknown, err := s.decode(u)
	if err != nil {
		return []string{err.Error()}
	}
	words := []string{}
	for _, path := range unknown {
		words = append(words, path+": Unknown: the definition has no such field; the API server would leave it out")
	}
	return append(words, wordsOf(s.validate(u))...)
}
