/** Resources that have an id of their own. */
export type IdKind = 'draft' | 'car' | 'person' | 'metadata' | 'contract';

/** Form of the ids, and their presence in the answers to creations. */
export interface IdChoices {
  readonly ids: {
    /**
     * Random UUIDs; numbers that count up from a random start, over all lines; sequences from 1 for each kind and line
     * (D12); or texts with characters that a path must encode (D4).
     */
    readonly shape: 'uuid' | 'number' | 'sequence' | 'reserved';
    /** Per kind a JSON pointer into a body, `header:NAME`, or null: the Location of the creation is the only place. */
    readonly places: Readonly<Record<IdKind, string | null>>;
    /** Id of a metadata item: generated, or its key (D5). */
    readonly metadata: 'generated' | 'key';
    /** Scope of personId: the specification does not call it unique (D5). */
    readonly persons: 'unique' | 'per-draft';
    /** `one`: a creation with the body of an earlier one returns the draft of that one (D11). */
    readonly equalBodies: 'apart' | 'one';
  };
  /** Presence of Location in answers to creations, and its form (K1). */
  readonly location: {
    readonly onCreate: boolean;
    readonly form: 'path' | 'absolute' | 'relative';
  };
}
