/** The grid of trader cards and of their skeletons. */
export const partyGrid = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 wide:grid-cols-4";
