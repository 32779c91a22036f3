/**
 * Cuts text into characters as a reader sees them. Making a segmenter takes ten milliseconds, and most texts are told apart
 * without one: it is made when the first text needs it.
 */
class Graphemes {
  #segmenter: Intl.Segmenter | undefined;

  segment(text: string): Intl.Segments {
    this.#segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
    return this.#segmenter.segment(text);
  }
}

/** For all: a segmenter keeps nothing between two texts. */
export const graphemes: Graphemes = new Graphemes();
