import { matchesGlob } from 'node:path'
import { parseSync } from 'oxc-parser'
import { isTest, type Sources } from './sources.ts'

const longestIndex = 150
const mostMembers = 10

/**
 * The API of a module is what `create<Name>` in its `index.ts` returns: few members, and everything else in groups by
 * capability. The file only composes them.
 */
export function moduleApiViolations(sources: Sources): string[] {
  const indexes = [...sources].filter(
    ([path]) => matchesGlob(path, 'apps/server/src/modules/*/index.ts') && !isTest(path),
  )
  return indexes.flatMap(([path, text]) => {
    const lines = text.split('\n').length - 1
    const members = membersOf(path, text)
    return [
      ...(lines > longestIndex ? [`${path} has ${lines} lines, and ${longestIndex} is the limit`] : []),
      ...(members === null ? [`${path} has no create function that ends by returning an object literal`] : []),
      ...(members !== null && members > mostMembers
        ? [`${path} returns ${members} members, and ${mostMembers} is the limit: group them`]
        : []),
    ]
  })
}

/** The number of members that the module's create function returns; null if they are not written out. */
function membersOf(path: string, text: string): number | null {
  for (const statement of parseSync(path, text).program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declaration?.type !== 'FunctionDeclaration' || !/^create[A-Z]/.test(declaration.id?.name ?? '')) continue
    const last = declaration.body?.body.at(-1)
    const returned = last?.type === 'ReturnStatement' ? last.argument : null
    if (returned?.type !== 'ObjectExpression') return null
    return returned.properties.every(({ type }) => type === 'Property') ? returned.properties.length : null
  }
  return null
}
