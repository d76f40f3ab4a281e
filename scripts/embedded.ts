/** `npm run embedded -- --project DIR …`: the embedded backend by itself, on any Convex project. */
import "../embedded/main";
