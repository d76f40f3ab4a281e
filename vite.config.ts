import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // One origin: in development Vite stands in front and passes Convex's paths on.
  build: { outDir: "dist", sourcemap: false, target: "es2022" },
});
