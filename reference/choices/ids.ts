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
    /** A metadata item is addressed by an id of its own, or by its key (D5). */
    readonly metadata: 'generated' | 'key';
    /** Persons are numbered on each draft anew: personId is not called unique (D5). */
    readonly persons: 'unique' | 'per-draft';
    /** True if a draft is created anew for a body that a draft was created with before, or that one is answered (D11). */
    readonly equalBodies: 'apart' | 'one';
  };
  /** True if creations carry a Location, and the form of every Location (K1). */
  readonly location: {
    readonly onCreate: boolean;
    readonly form: 'path' | 'absolute' | 'relative';
  };
}
