/** Narrows the cells of a wide table between phone and desktop widths, so that it need not scroll sideways. */
export const tightTable = "md:max-lg:[&_:is(th,td)]:px-1.5";
