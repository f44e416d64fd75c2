import { resolve } from 'node:path'
import { Type } from 'typebox'
import { flag, integer, matching, optional, text, type Values, withDefault } from './variable.ts'

export const serverVariables = {
  NODE_ENV: withDefault(Type.Enum(['production', 'development', 'test']), 'development', {
    about: '`production` applies the rules of the column *production*',
  }),
  PORT: withDefault(integer(0, 65_535), 3000, { about: 'HTTP port' }),
  HOST: withDefault(text(), '0.0.0.0', {
    about:
      'Address to listen on. Behind a proxy on the same machine use `127.0.0.1`; otherwise a firewall must admit only the proxy, because a direct caller can forge its own address',
  }),
  ROLES: withDefault(matching('^(http|worker)(,(http|worker))?$'), 'http,worker', {
    about: '`http`, `worker` or both. Workers run jobs, settlement and the feed',
  }),
  PUBLIC_ORIGIN: optional(matching('^https?://[^/]+$'), {
    about: 'The origin players see, for example `https://mupiira.example`',
    address: 'public',
    requiredInProduction: true,
  }),
  TRUST_PROXY: withDefault(integer(0, 10), 0, {
    about:
      'Number of proxies in front of the server; 0 without a proxy. With too few, all visitors share one address; with too many, a visitor can forge an address',
    requiredInProduction: true,
  }),
  WEB_DIST: optional(text(), {
    about:
      'Folder of the built web app (`apps/web/dist`), absolute or from the working directory. Required in production for the role `http`',
  }),
  SESSION_SECRET: withDefault(text(16), 'development-session-secret', {
    about:
      'Encrypts the secrets of second factors, and hashes login codes and phone codes. It must be the same on all nodes',
    secret: 'own',
    requiredInProduction: true,
  }),
  PERSONAL_DATA_KEY: withDefault(text(16), 'development-personal-data-key', {
    about:
      'Encrypts National ID numbers. It must be the same on all nodes: numbers that were stored with another key cannot be read',
    secret: 'own',
    requiredInProduction: true,
  }),
  METRICS_TOKEN: optional(text(16), {
    about:
      'Bearer token of `/metrics`. Without it, only this machine can read the metrics, and requests through a proxy are refused',
    secret: 'own',
  }),
  LOG_LEVEL: withDefault(Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info', {
    about: 'Production refuses `trace`',
  }),
  RATE_LIMIT_FACTOR: withDefault(integer(1, 1_000_000), 1, {
    about: 'Multiplies the request limits, for load tests and browser tests',
    refusedInProduction: 'production uses the documented request limits',
  }),
  DEVELOPER_SCREENS: optional(flag, {
    about: '`1` shows `/notification-test` and `/database-test`; on by default outside production',
    refusedInProduction: 'production has no developer screens',
  }),
  DEMO: withDefault(Type.Enum(['0', '1', 'true', 'false']), '0', {
    about: 'Creates the demo accounts and sample games of basketball and tennis',
    refusedInProduction: 'production has no demo money',
  }),
  CLOCK_FILE: optional(text(), {
    about: 'File that shifts business time, for tests',
    refusedInProduction: 'production runs on real time only',
  }),
  EXIT_WITH_PARENT: withDefault(flag, '0', {
    about: '`1` stops the process when its standard input closes; set by `npm start`',
  }),
  NODE_TLS_REJECT_UNAUTHORIZED: optional(text(), {
    about: "Read by Node.js: `0` accepts any server's certificate. Never set it",
    refusedInProduction: 'production verifies certificates',
  }),
  NODE_OPTIONS: optional(text(), {
    about: 'Read by Node.js. Production refuses `--inspect`, which lets anyone who reaches its port run code',
  }),
} as const

export type Role = 'http' | 'worker'

export function serverConfig(env: Values<typeof serverVariables>) {
  const production = env.NODE_ENV === 'production'
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    roles: new Set(env.ROLES.split(',')) as ReadonlySet<Role>,
    /** The origin as browsers send it: in lower case and without a default port. */
    publicOrigin: env.PUBLIC_ORIGIN === null ? null : new URL(env.PUBLIC_ORIGIN).origin,
    trustProxyHops: env.TRUST_PROXY,
    webDist: env.WEB_DIST === null ? null : resolve(env.WEB_DIST),
    sessionSecret: env.SESSION_SECRET,
    personalDataKey: env.PERSONAL_DATA_KEY,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    developerScreens: env.DEVELOPER_SCREENS === null ? !production : env.DEVELOPER_SCREENS === '1',
    demo: env.DEMO === '1' || env.DEMO === 'true',
    clockFile: env.CLOCK_FILE,
    exitWithParent: env.EXIT_WITH_PARENT === '1',
  }
}
