/** The kinds of indexes that a data folder's database is opened with. */
import type { IndexKinds } from "../database/rows";
import { searchRows } from "../database/search";
import { buildSearchIndex, updateSearchIndex } from "../database/searchIndex";
import { buildVectorIndex, searchVectors, updateVectorIndex } from "../database/vectorIndex";

export const INDEX_KINDS: IndexKinds = {
  search: { update: updateSearchIndex, build: buildSearchIndex, search: searchRows },
  vector: { update: updateVectorIndex, build: buildVectorIndex, search: searchVectors },
};
