/**
 * The allowed imports (docs/architecture.md), as data. tests/architecture fails on everything that is not allowed here:
 * an import, a folder or a package that is not listed, a cycle, a file that nothing reaches.
 *
 * A zone is a folder. `imports` names what its files may import:
 *   'kernel'              every file of that zone
 *   'contract:errors.ts'  the files of that zone that match the pattern
 *   'type …'              only by `import type`
 *   'dynamic …'           only by `import()`
 * `parts` are the folders that the zone may have. With `arePartsClosed` a part must not import its sibling parts; its own
 * files are always allowed. `files` lists the files directly in the folder, where that matters. `packages` are the npm
 * packages that the zone may import: 'declared' means those of its package.json, 'root' those of the root package.json.
 * `besideTests` is what its test files may import in addition.
 */

/** The modules by level: a module imports only the API (`index.ts`) of strictly lower levels. */
export const moduleLevels = {
  audit: 0,
  settings: 1,
  wallet: 1,
  identity: 2,
  catalogue: 2,
  protection: 2,
  casino: 2,
  pricing: 3,
  payments: 3,
  aviator: 3,
  chat: 3,
  betting: 4,
  settlement: 5,
  cashout: 5,
  notifications: 6,
  realtime: 6,
  privacy: 7,
  admin: 7,
  alerts: 8,
}

/** Files of the contract that run in a browser: they must not import TypeBox. */
const contractInTheBrowser = ['type contract', 'contract:{errors,game-lists,list-columns,settings}.ts']
const webFeature = { arePartsClosed: true, imports: ['web-shared', 'web-state', 'domain', ...contractInTheBrowser] }
const web = { packages: 'declared', hasBuiltins: false, besideTests: ['support', 'contract'] }
const node = { packages: 'declared', hasBuiltins: true, besideTests: ['support'] }

export const zones = [
  {
    name: 'domain',
    folder: 'packages/domain/src',
    parts: [
      'access',
      'alerts',
      'aviator',
      'booking-code',
      'cashout',
      'casino',
      'chat',
      'identity',
      'in-play',
      'limits',
      'markets',
      'match',
      'money',
      'notices',
      'odds',
      'payments',
      'phone',
      'pricing',
      'privacy',
      'protection',
      'risk',
      'settings',
      'ticket',
      'time',
    ],
    imports: ['domain'],
    packages: [],
    hasBuiltins: false,
    besideTests: ['support'],
  },
  {
    name: 'contract',
    folder: 'packages/contract/src',
    parts: [],
    imports: ['contract', 'domain'],
    packages: 'declared',
    hasBuiltins: false,
    besideTests: [],
  },
  {
    name: 'kernel',
    folder: 'apps/server/src/kernel',
    parts: ['access', 'config', 'db', 'http', 'idempotency', 'jobs', 'outbox', 'seals', 'telemetry'],
    // Only the type of an operation and the list of all operations, never a single operation by its name.
    imports: [
      'kernel',
      'domain',
      'contract:errors.ts',
      'contract:operations.ts',
      'contract:request-limits.ts',
      'type contract:endpoint.ts',
      'type contract:pages.ts',
    ],
    ...node,
  },
  {
    name: 'module',
    folder: 'apps/server/src/modules',
    parts: Object.keys(moduleLevels),
    arePartsClosed: true,
    // In addition: the APIs of modules on lower levels.
    imports: ['kernel', 'domain', 'contract'],
    ...node,
    // Tests compose the whole application (`createTestApp`) and use the real adapters against the simulators.
    besideTests: ['testing', 'support', 'adapter', 'simulators'],
  },
  {
    name: 'adapter',
    folder: 'apps/server/src/adapters',
    parts: ['beacon', 'mobile-money', 'football-feed', 'mail', 'push', 'sms', 'storage', 'webhook'],
    arePartsClosed: true,
    imports: ['type module:*/ports.ts', 'kernel', 'domain'],
    ...node,
    besideTests: ['support', 'simulators'],
  },
  {
    name: 'composition',
    folder: 'apps/server/src',
    parts: ['kernel', 'modules', 'adapters', 'migrations', 'demo', 'testing'],
    files: [
      'main.ts',
      'compose.ts',
      'demo.ts',
      'demo-accounts.ts',
      'page-loaders.ts',
      'providers.ts',
      'admin-create.ts',
      'audit-verify.ts',
      'exit-as-not-checked.ts',
      'expected-seal.ts',
      'ledger-check.ts',
      'rollups-refill.ts',
      'reconcile.ts',
    ],
    imports: ['composition', 'kernel', 'module', 'adapter', 'domain', 'contract'],
    ...node,
    // The demo's generated history uses the matches of the simulated feed.
    besideTests: ['testing', 'support', 'simulators'],
  },
  {
    name: 'testing',
    folder: 'apps/server/src/testing',
    parts: [],
    imports: ['testing', 'composition', 'kernel', 'module', 'adapter', 'domain', 'contract', 'support', 'simulators'],
    ...node,
  },
  {
    name: 'web-shared',
    folder: 'apps/web/src/shared',
    parts: ['api', 'format', 'ui'],
    imports: ['web-shared', 'domain', ...contractInTheBrowser],
    ...web,
  },
  {
    name: 'web-state',
    folder: 'apps/web/src/state',
    parts: [],
    imports: ['web-state', 'web-shared', 'domain', ...contractInTheBrowser],
    ...web,
  },
  {
    name: 'web-player',
    folder: 'apps/web/src/player',
    parts: [
      'auth',
      'aviator',
      'booking',
      'casino',
      'developer',
      'ads',
      'home',
      'live',
      'markets',
      'slip',
      'tickets',
      'account',
      'help',
      'wallet',
      'notifications',
      'protection',
    ],
    ...webFeature,
    ...web,
  },
  // The console: each screen in its own folder, shared parts, and the shell that lists the screens.
  {
    name: 'web-admin',
    folder: 'apps/web/src/admin',
    parts: [
      'alerts',
      'approvals',
      'audit',
      'aviator',
      'bets',
      'chat',
      'dashboard',
      'fixtures',
      'games',
      'in-play',
      'kit',
      'notices',
      'report',
      'risk',
      'search',
      'settings',
      'shell',
      'sign-in',
      'staff',
      'transactions',
      'users',
    ],
    ...webFeature,
    imports: ['web-admin-kit', ...webFeature.imports],
    ...web,
  },
  {
    name: 'web-admin-kit',
    folder: 'apps/web/src/admin/kit',
    parts: [],
    imports: ['web-admin-kit', ...webFeature.imports],
    ...web,
  },
  {
    name: 'web-admin-shell',
    folder: 'apps/web/src/admin/shell',
    parts: [],
    imports: ['web-admin-shell', 'web-admin-kit', 'web-admin', ...webFeature.imports],
    ...web,
  },
  {
    name: 'web-app',
    folder: 'apps/web/src/app',
    parts: ['chrome'],
    imports: [
      'web-app',
      'web-shared',
      'web-state',
      'web-player',
      'dynamic web-admin-shell',
      'domain',
      ...contractInTheBrowser,
    ],
    ...web,
  },
  {
    name: 'web-build',
    folder: 'apps/web',
    parts: ['src', 'public', 'scripts'],
    imports: ['web-build'],
    ...node,
    packages: 'root',
  },
  {
    name: 'simulators',
    folder: 'simulators',
    parts: ['beacon', 'football-feed', 'messages', 'mobile-money', 'push', 'shared', 'webhooks'],
    imports: ['simulators', 'domain'],
    ...node,
  },
  {
    name: 'support',
    folder: 'tests/support',
    parts: [],
    imports: ['support', 'contract', 'scripts', 'simulators'],
    ...node,
  },
  {
    name: 'architecture-tests',
    folder: 'tests/architecture',
    parts: [],
    // Lists that tests maintain independently of the product, for a comparison.
    imports: ['architecture-tests', 'root', 'domain', 'contract', 'journeys'],
    ...node,
  },
  { name: 'journeys', folder: 'tests/journeys', parts: [], imports: ['journeys', 'support', 'contract'], ...node },
  {
    name: 'browser-tests',
    folder: 'tests/browser',
    parts: [],
    imports: ['browser-tests', 'support', 'contract', 'domain'],
    ...node,
  },
  {
    name: 'load',
    folder: 'tests/load',
    parts: ['aviator', 'console', 'courtsiding', 'fanout', 'in-play', 'placement', 'pricing', 'reads'],
    // The benchmarks measure prices, searches and ingestion where they are computed, and verify the module's draws.
    imports: [
      'load',
      'browser-tests',
      'support',
      'contract',
      'domain',
      'simulators',
      'module:aviator/chains/seeds.ts',
      'module:catalogue/testing/*.ts',
      'scripts:running/aviator-proof.ts',
    ],
    ...node,
  },
  {
    name: 'proofs',
    folder: 'tests/prove',
    parts: [],
    // The proofs set the clock and script the feed. One compares goalscorer prices with the simulator's scoring rates.
    imports: [
      'proofs',
      'support',
      'contract',
      'journeys',
      'domain',
      'simulators',
      'testing',
      'module:*/testing/*-fixture.ts',
    ],
    ...node,
  },
  { name: 'chaos', folder: 'tests/chaos', parts: [], imports: ['chaos', 'support', 'contract', 'journeys'], ...node },
  {
    name: 'scripts',
    folder: 'scripts',
    parts: ['checking', 'postgres', 'running'],
    // The generated database types are read from a freshly migrated test database.
    imports: [
      'scripts',
      'type contract:pages.ts',
      'type support',
      'support:database.ts',
      'domain',
      'composition:demo-accounts.ts',
    ],
    ...node,
  },
  {
    name: 'root',
    folder: '',
    parts: ['.ci', '.github', 'apps', 'docs', 'packages', 'scripts', 'simulators', 'tests'],
    imports: ['root', 'support'],
    ...node,
  },
]

/** Folders that contain only other zones, with their subfolders. */
export const containerFolders = {
  packages: ['contract', 'domain'],
  'packages/domain': ['src'],
  'packages/contract': ['src'],
  apps: ['server', 'web'],
  'apps/server': ['src'],
  'apps/web/src': ['admin', 'app', 'player', 'shared', 'state'],
  tests: ['architecture', 'browser', 'chaos', 'journeys', 'load', 'prove', 'support'],
}

/** Imports whose name is computed at run time, because it cannot be a literal. */
export const computedImports = [
  // The built web app and the migration runner are found by path.
  'apps/server/src/kernel/http/files/pages.ts',
  'tests/support/test-server.ts',
  // Lighthouse is installed only for measuring.
  'tests/load/page.ts',
]

/** Entry points. Files that none of these reaches are dead. A path in a string counts as a reference. */
export const entries = {
  product: [
    'apps/server/src/main.ts',
    'apps/web/vite.config.ts',
    'apps/web/index.html',
    'apps/web/scripts/*.{mjs,ts}',
    'apps/web/src/vite-env.d.ts',
    'apps/web/src/app/entry-*',
    'apps/web/src/app/service-worker.ts',
    'simulators/{,*/}main.ts',
    'scripts/{bootstrap.mjs,*.ts}',
    'architecture.{mjs,d.mts}',
    'vitest{,.mutation}.config.ts',
  ],
  tests: ['**/*.test.ts', '**/*.test.tsx', 'tests/load/*.ts', 'tests/support/*-setup.ts'],
}

/** Tests, and files beside the code that only tests use. */
export const testFiles = ['**/*.test.{ts,tsx}', '**/test-*.ts', '**/testing/*.ts']

/** Data tables, which are exempt from the size limit because they are long lists. */
export const dataTables = [
  'packages/contract/src/errors.ts',
  'simulators/football-feed/season/clubs.ts',
  'packages/domain/src/markets/table.ts',
  'packages/domain/src/settings/catalogue.ts',
  'apps/server/src/kernel/db/database-types.ts',
]
