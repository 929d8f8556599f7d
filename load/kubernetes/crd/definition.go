package main

import (
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apihelpers"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

// One version of a definition as the API server serves it (getOrCreateServingInfoFor in its customresource_handler.go).
type server struct {
	kind, apiVersion string
	namespaced       bool
	preservesUnknown bool
	structural       *structuralschema.Structural
	schema           validation.SchemaValidator
	rules            *cel.Validator
}

func schemaOf(crd *apiextensionsv1.CustomResourceDefinition, version string) (*apiextensions.JSONSchemaProps, error) {
	given, err := apihelpers.GetSchemaForVersion(crd, version)
	if err != nil {
		return nil, err
	}
	if given == nil || given.OpenAPIV3Schema == nil {
		return nil, fmt.Errorf("spec.versions: version %s has no schema.openAPIV3Schema", version)
	}
	internal := &apiextensions.CustomResourceValidation{}
	err = apiextensionsv1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(given, internal, nil)
	return internal.OpenAPIV3Schema, err
}

// Serves a version of the definition in a text, YAML or JSON, as kubectl reads it; else says what is wrong with it.
func serve(text []byte, version string) (*server, []string) {
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := yaml.Unmarshal(text, crd); err != nil {
		return nil, []string{err.Error()}
	}
	apiextensionsv1.SetDefaults_CustomResourceDefinition(crd)
	props, err := schemaOf(crd, version)
	if err != nil {
		return nil, []string{err.Error()}
	}
	structural, err := structuralschema.NewStructural(props)
	if err != nil {
		return nil, []string{err.Error()}
	}
	place := field.NewPath("spec").Child("versions").Key(version).Child("schema", "openAPIV3Schema")
	if errs := structuralschema.ValidateStructural(place, structural); len(errs) > 0 {
		return nil, wordsOf(errs)
	}
	structural = structural.DeepCopy()
	if err := structuraldefaulting.PruneDefaults(structural); err != nil {
		return nil, []string{err.Error()}
	}
	schema, _, err := validation.NewSchemaValidator(props)
	if err != nil {
		return nil, []string{err.Error()}
	}
	return &server{
		kind:             crd.Spec.Names.Kind,
		apiVersion:       crd.Spec.Group + "/" + version,
		namespaced:       crd.Spec.Scope == apiextensionsv1.NamespaceScoped,
		preservesUnknown: crd.Spec.PreserveUnknownFields,
		structural:       structural,
		schema:           schema,
		rules:            cel.NewValidator(structural, true, celconfig.PerCallLimit),
	}, nil
}
