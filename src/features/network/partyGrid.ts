/** The grid in which cards of businesses stand, full or still waiting. */
export const partyGrid = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3";
