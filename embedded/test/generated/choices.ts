/** Decisions of a generator, read from bytes: bytes can be made smaller and fewer, and whatever they are, they mean a program. */
export class Choices {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** A number from 0 to below `count`: always 0 when the bytes are used up. */
  below(count: number): number {
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte % count;
  }

  /** True in so many of a hundred cases; never when the bytes are used up. */
  percent(share: number): boolean {
    return 99 - this.below(100) < share;
  }

  of<T>(options: readonly T[]): T {
    return options[this.below(options.length)]!;
  }

  /** A list of at most so many. */
  list<T>(most: number, make: (at: number) => T): T[] {
    return Array.from({ length: this.below(most + 1) }, (_, at) => make(at));
  }
}
