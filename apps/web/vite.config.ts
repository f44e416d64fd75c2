import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { firstVisitFiles } from './scripts/first-visit.ts'

/** Chrome 95 is the last Chrome for Android 5, and Firefox 98 is the first Firefox with dialogs (decision 0012). */
const OLDEST_BROWSERS = ['chrome95', 'safari15.4', 'firefox98']

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/app',
  filename: 'service-worker.ts',
  injectRegister: false,
  // The manifest is public/manifest.webmanifest.
  manifest: false,
  injectManifest: {
    globPatterns: ['index.html', 'boot.js', 'assets/*.{js,css}'],
    manifestTransforms: [
      (files) => {
        const firstVisit = firstVisitFiles()
        return { manifest: files.filter(({ url }) => firstVisit.has(url)) }
      },
    ],
  },
})

/**
 * Gives scripts a low priority. The server renders the page, so on a slow connection text and styles must load first.
 */
const scriptsAfterContent: Plugin = {
  name: 'scripts-after-content',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"'),
  },
}

/** On a slow network, a request costs more time than its bytes. Code that many screens share is therefore one file. */
const CHUNKS = [
  // Separate from the app, because one large file would be compiled in one long task.
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 1 },
  { name: 'app', tags: ['$initial' as const] },
  { name: 'deferred', test: /app\/deferred\.ts$/ },
  // The banner of the home page loads after hydration, with its texts in the same request.
  { name: 'ads', test: /\/(ads\.ts|ad-banner\.tsx)$/ },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
  // Three small screens with the fields that login and payments share.
  { name: 'recovery', test: /(forgot-password|reset-password|confirm-email)-screen/ },
  { name: 'shared', minShareCount: 20 },
  // The name of a file of a few hundred bytes takes as much of the first visit as its code.
  { name: 'small', minShareCount: 3, maxModuleSize: 500 },
]

export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    // Vite minifies and lowers the styles for `build.target`; Tailwind would do it for newer browsers.
    tailwindcss({ optimize: false }),
    scriptsAfterContent,
    serviceWorker,
  ],
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node24', copyPublicDir: false }
    : {
        outDir: 'dist/client',
        target: OLDEST_BROWSERS,
        manifest: true,
        // The entry runs after its imports are loaded, so browsers without `modulepreload` gain nothing from a
        // polyfill.
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
      },
  ssr: { noExternal: command === 'build' ? (true as const) : [] },
  // React is part of the server build, so it cannot choose its production build when the server starts.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
