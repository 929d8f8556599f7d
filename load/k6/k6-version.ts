/** The one version of k6 that Assay is tried with; `go.mod` pins the same. */
export const K6_VERSION = '2.2.0';
