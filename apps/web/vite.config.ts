import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname
const clientManifest = join(root, 'dist/client/.vite/manifest.json')

/** The server build knows the names of the client build's files, so it is made second. */
function manifestOfClient(): string {
  if (!existsSync(clientManifest)) throw new Error('build the client first: its manifest is part of the server build')
  return readFileSync(clientManifest, 'utf8')
}

/**
 * Takes the cascade layers off the finished stylesheet: browsers before Chrome 99 ignore everything inside `@layer`,
 * and the order of the rules is already the order of the layers.
 */
function styleForOldPhones(): Plugin {
  return {
    name: 'style-for-old-phones',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = withPlainHeights(unlayer(String(file.source)))
      }
    },
  }
}

function unlayer(css: string): string {
  const marker = /@layer [\w-]+(?:,\s*[\w-]+)*([;{])/g
  let out = ''
  let at = 0
  for (let match = marker.exec(css); match !== null; match = marker.exec(css)) {
    out += css.slice(at, match.index)
    at = marker.lastIndex
    if (match[1] === ';') continue
    const end = closingBrace(css, at)
    out += css.slice(at, end)
    at = end + 1
    marker.lastIndex = at
  }
  return out + css.slice(at)
}

/** Browsers before Chrome 108 know no `dvh`: without its height a sheet cannot be scrolled. `vh` goes before it. */
const withPlainHeights = (css: string): string =>
  css.replace(/(?<=[{;])[\w-]+:[^;{}]*\ddvh[^;{}]*/g, (line) => `${line.replaceAll('dvh', 'vh')};${line}`)

function closingBrace(css: string, from: number): number {
  let depth = 1
  for (let i = from; i < css.length; i += 1) {
    if (css[i] === '{') depth += 1
    if (css[i] === '}') depth -= 1
    if (depth === 0) return i
  }
  throw new Error('unbalanced braces in the stylesheet')
}

/**
 * Gives the query library's classes plain members for their private ones. Phones that we still serve do not know
 * `#name`; kept private for them, every member is a `WeakMap` and every use of it a call.
 */
function plainPrivates(): Plugin {
  const declared = /^\s*#\w+(?: = void 0)?;$/gm
  const used = /(\bthis\.|^\s*(?:async )?)#(?=\w)/gm
  return {
    name: 'plain-privates',
    apply: 'build',
    transform: {
      filter: { id: /@tanstack\/query-core\/build\/modern\// },
      handler: (code) => ({ code: code.replace(declared, '').replace(used, '$1_'), map: null }),
    },
  }
}

/**
 * Few files instead of many small ones: a request costs a slow network more than its bytes. `vendor` changes seldom and
 * stays cached over releases; `core` is what the home page needs; `inner` is what the screens behind it share.
 */
const CHUNKS = [
  {
    name: 'vendor',
    priority: 4,
    test: /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:query-core|react-query)|wouter|zustand|regexparam)\//,
  },
  {
    name: 'inner',
    priority: 1,
    test: /src\/shared\/ui\/(?:field|booking-field|tabs|copy-button|share-button|joint-odds|screen-header|carrier-tag)|src\/state\/(?:favourite-|(?:use-)?money-request|own-code-note|booking-|load-booking|use-booking-lookup|use-refresh|issue-slip-code)|src\/shared\/(?:rules-of|copy-text|format\/share-text)|domain\/src\/(?:odds\/odds\.|(?:limits|settings|phone|identity|booking-code)\/)|player\/(?:wallet\/(?:unanswered|balance-line)|auth\/phone-field|tickets\/ticket-texts)/,
  },
  // What every page fetches once it is there: live updates with their sounds, the menu, what an app needs that opens
  // without a network. It must not bring `inner`.
  {
    name: 'later',
    priority: 2,
    test: /src\/shared\/(?:share-sound|sound|volume)|src\/shared\/ui\/(?:dialog|failed-line)|src\/state\/(?:announce|stream-handlers|stream-source|batch-events|games-on-screen|cached-answers|live|outdated-by|patch-games|refetch-at-most|screen-events|theme-switch|unread)|src\/app\/(?:offline|as-of|of-player|register-|chrome\/(?:menu-list|side-menu|sports-lines))|player\/home\/(?:jackpot-banner|search-form)|domain\/src\/match\/published-/,
  },
  // A screen keeps a chunk of its own: it is found in the manifest by its file.
  { name: 'aviator', priority: 1, test: /player\/(?:aviator|casino)\/(?!\w+-screen)|domain\/src\/aviator\// },
  {
    name: 'core',
    priority: 3,
    test: /src\/shared\/(?:ui\/(?:after-arrival|show-more|button|classes|icons|logo|odds-button|states|surfaces|toast)|api\/(?!post-message)|format\/(?!share-text)|ads|brand|clock|fallback-figure|games-query|lock(?:ed-figure|-reason)|navigation|storage)|src\/state\/(?!announce|stream-handlers|stream-source|batch-events|games-on-screen|live|outdated-by|patch-games|refetch-at-most|screen-events|unread|celebrate|chat-unread|favourite-|cached-answers|install-prompt|push-device|balance-repair|(?:use-)?money-request|own-code-note|theme-switch|booking-|load-booking|use-booking-lookup|use-refresh|issue-slip-code)|domain\/src\/(?:money|odds\/odds-format|pricing\/margin|time|result)|src\/app\/(?!not-found|boot|entry|offline|of-player|as-of|tooltips|register-|service-worker|chrome\/(?:menu-list|side-menu|sports-lines|sports-column|popular-leagues))/,
  },
]

/** What a screen needs beside its own file, which is asked for anyway, and what every page has already. */
const notThereYet = (file: string, files: string[]): string[] =>
  files.filter((each) => each !== file && !/\/(?:core|vendor|rolldown-runtime)-/.test(each))

/** React's door for its developer tools is left out of what phones fetch; `npm run dev` has it. */
const PRODUCTION = { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }

const SERVICE_WORKER = 'src/app/service-worker.ts'

/** The names of all screens are in `core`, and hashes do not compress: the fewest characters that the bundler takes. */
const HASHED = 'assets/[name]-[hash:7].js'

/** The browser finds the service worker anew under one name, and it serves what lies beside and below it. */
const fileName = ({ name }: { readonly name: string }): string =>
  SERVICE_WORKER.endsWith(`/${name}.ts`) ? '[name].js' : HASHED

export default defineConfig(({ command, isSsrBuild }) => ({
  root,
  plugins: [react(), tailwindcss(), plainPrivates(), styleForOldPhones()],
  define: {
    ...(command === 'build' ? PRODUCTION : {}),
    ...(isSsrBuild ? { CLIENT_MANIFEST: manifestOfClient() } : {}),
  },
  build: isSsrBuild
    ? {
        ssr: 'src/app/entry-server.tsx',
        outDir: 'dist/server',
        target: 'node24',
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: 'entry.js', codeSplitting: false } },
      }
    : {
        outDir: 'dist/client',
        target: 'es2021',
        manifest: true,
        modulePreload: { polyfill: false, resolveDependencies: notThereYet },
        assetsInlineLimit: 0,
        rolldownOptions: {
          // A field is a plain assignment: nothing here has a setter of a parent's field.
          transform: { assumptions: { setPublicClassFields: true } },
          input: ['src/app/entry-client.tsx', 'src/app/boot.ts', SERVICE_WORKER],
          output: { entryFileNames: fileName, chunkFileNames: HASHED, codeSplitting: { groups: CHUNKS } },
        },
      },
  // The router brings a stand-in for what React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  ssr: { noExternal: true as const },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` } },
}))
