// Renders each template of a JSON corpus from standard input with the real engine, and prints the results.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"
)

type corpus struct {
	Data    map[string]any `json:"data"`
	Samples []sample       `json:"samples"`
}

type sample struct {
	Template string `json:"template"`
}

type result struct {
	Output *string `json:"output,omitempty"`
	Error  string  `json:"error,omitempty"`
}

func main() {
	var given corpus
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	results := make([]result, 0, len(given.Samples))
	for _, one := range given.Samples {
		results = append(results, render(one.Template, given.Data))
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(results); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(text string, data map[string]any) (answer result) {
	defer func() {
		if fault := recover(); fault != nil {
			answer = result{Error: fmt.Sprint(fault)}
		}
	}()
	parsed, err := template.New("corpus").Funcs(sprig.TxtFuncMap()).Funcs(yamlFunctions()).Parse(text)
	if err != nil {
		return result{Error: err.Error()}
	}
	var out strings.Builder
	if err := parsed.Execute(&out, data); err != nil {
		return result{Error: err.Error()}
	}
	output := out.String()
	return result{Output: &output}
}

// Sprig has no functions for YAML. Helm defines these.
func yamlFunctions() template.FuncMap {
	return template.FuncMap{
		"toYaml": func(value any) (string, error) {
			data, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(data), "\n"), err
		},
		"fromYaml": func(text string) (map[string]any, error) {
			value := map[string]any{}
			err := yaml.Unmarshal([]byte(text), &value)
			return value, err
		},
		"fromYamlArray": func(text string) ([]any, error) {
			value := []any{}
			err := yaml.Unmarshal([]byte(text), &value)
			return value, err
		},
	}
}
