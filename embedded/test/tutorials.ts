/** Two React projects outside this repository, as beginners with Convex write them: a list of tasks and a chat. */
import type { Files } from "./packed";

export const REACT_PACKAGES = ["react", "react-dom", "@types/react", "@types/react-dom", "vite"];

/** As `npm create vite` makes it, in one configuration. */
const REACT_PROJECT: Files = {
  "package.json": JSON.stringify({
    ...{ name: "tutorial", private: true, type: "module" },
    dependencies: { convex: "*", react: "*", "react-dom": "*" },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "ES2022",
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      module: "ESNext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      types: ["node", "vite/client", "react", "react-dom"],
      strict: true,
      noUnusedLocals: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ["src", "convex"],
  }),
  "src/main.tsx": `
    import { StrictMode } from "react";
    import { createRoot } from "react-dom/client";
    import { ConvexProvider, ConvexReactClient } from "convex/react";
    import App from "./App.tsx";

    const convex = new ConvexReactClient(import.meta.env.VITE_CONVEX_URL as string);

    createRoot(document.getElementById("root")!).render(
      <StrictMode>
        <ConvexProvider client={convex}>
          <App />
        </ConvexProvider>
      </StrictMode>,
    );`,
};

export const TASKS: Files = {
  ...REACT_PROJECT,
  "sampleData.jsonl": [
    { text: "Water the plants", isCompleted: true },
    { text: "Call Ada", isCompleted: false },
    { text: "Read a chapter", isCompleted: false },
  ]
    .map((row) => JSON.stringify(row))
    .join("\n"),
  "convex/tasks.ts": `
    import { query } from "./_generated/server";

    export const get = query({
      args: {},
      handler: async (ctx) => {
        return await ctx.db.query("tasks").collect();
      },
    });`,
  "src/App.tsx": `
    import { useQuery } from "convex/react";
    import { api } from "../convex/_generated/api";

    export default function App() {
      const tasks = useQuery(api.tasks.get);
      return <ul>{tasks?.map(({ _id, text }) => <li key={_id}>{text}</li>)}</ul>;
    }`,
};

export const CHAT: Files = {
  ...REACT_PROJECT,
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";

    export default defineSchema({
      messages: defineTable({ user: v.string(), body: v.string() }),
    });`,
  "convex/chat.ts": `
    import { api, internal } from "./_generated/api";
    import { internalAction, mutation, query } from "./_generated/server";
    import { v } from "convex/values";

    export const sendMessage = mutation({
      args: { user: v.string(), body: v.string() },
      handler: async (ctx, args) => {
        await ctx.db.insert("messages", { user: args.user, body: args.body });
        if (args.body.startsWith("/define ")) {
          const word = args.body.slice(args.body.indexOf(" ") + 1);
          await ctx.scheduler.runAfter(0, internal.chat.define, { word });
        }
      },
    });

    export const getMessages = query({
      args: {},
      handler: async (ctx) => {
        const messages = await ctx.db.query("messages").order("desc").take(50);
        return messages.reverse();
      },
    });

    export const define = internalAction({
      args: { word: v.string() },
      handler: async (ctx, args) => {
        const response = await fetch(process.env.DICTIONARY_URL + "/" + args.word);
        const { meaning } = (await response.json()) as { meaning: string };
        await ctx.scheduler.runAfter(0, api.chat.sendMessage, { user: "Dictionary", body: meaning });
      },
    });`,
  "src/App.tsx": `
    import { useState } from "react";
    import { useMutation, useQuery } from "convex/react";
    import { api } from "../convex/_generated/api";

    export default function App() {
      const messages = useQuery(api.chat.getMessages);
      const sendMessage = useMutation(api.chat.sendMessage);
      const [text, setText] = useState("");
      return (
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            await sendMessage({ user: "Ada", body: text });
            setText("");
          }}
        >
          {messages?.map((message) => (
            <p key={message._id}>
              {message.user}: {message.body}
            </p>
          ))}
          <input value={text} onChange={(event) => setText(event.target.value)} />
        </form>
      );
    }`,
};
