import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENVIRONMENT } from './config.ts'
import type { Variable, Variables } from './variable.ts'

it('docs/runbooks/environment.md lists every environment variable with type, default and meaning', async () => {
  await expect(environmentPage()).toMatchFileSnapshot(
    join(import.meta.dirname, '../../../../../docs/runbooks/environment.md'),
  )
})

function environmentPage(): string {
  const sections = Object.entries(ENVIRONMENT).map(([title, group]) => `## ${title}\n\n${table(group)}`)
  return [
    '# Environment variables of the server',
    'Generated from `apps/server/src/kernel/config`: change it there, then run `npx vitest run apps/server/src/kernel/config --update`.',
    '*Required* means in production; *refused* variables are for development and stop a production start. Secrets are never logged.',
    ...sections,
  ]
    .join('\n\n')
    .concat('\n')
}

function table(group: Variables): string {
  const rows = Object.entries(group).map(
    ([name, variable]) =>
      `| \`${name}\` | ${typeOf(variable)} | ${defaultOf(variable)} | ${productionOf(variable)} | ${variable.about} |`,
  )
  return ['| variable | type | default | production | meaning |', '|---|---|---|---|---|', ...rows].join('\n')
}

function typeOf({ schema, secret }: Variable<unknown>): string {
  const shape = schema as { enum?: readonly string[]; type?: string; minimum?: number; maximum?: number }
  const type =
    shape.enum !== undefined
      ? shape.enum.map((value) => `\`${value}\``).join(', ')
      : shape.type === 'integer'
        ? `integer ${shape.minimum} to ${shape.maximum}`
        : 'text'
  return secret === undefined ? type : `${type}, secret`
}

/** Default secrets are for development only, so the page omits them. */
function defaultOf({ fallback, secret }: Variable<unknown>): string {
  return fallback === null || fallback === undefined || secret !== undefined ? '' : `\`${String(fallback)}\``
}

function productionOf({ requiredInProduction, refusedInProduction, maxInProduction }: Variable<unknown>): string {
  if (requiredInProduction) return 'required'
  if (maxInProduction !== undefined) return `at most ${maxInProduction}`
  return refusedInProduction === undefined ? '' : 'refused'
}
