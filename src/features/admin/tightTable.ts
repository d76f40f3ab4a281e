/** Between phones and desktops the cells of a wide table stand closer, so that it need not scroll sideways. */
export const tightTable = "md:max-lg:[&_:is(th,td)]:px-1.5";
