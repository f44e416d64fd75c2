import { NOT_FOUND, ROUTES, type ScreenRoute } from './routes.ts'

export type FoundRoute = { readonly route: ScreenRoute; readonly params: { readonly [name: string]: string } }

/** Finds the screen of a path with its parameters, or the not-found screen. */
export function findRoute(path: string): FoundRoute {
  const parts = partsOf(path)
  for (const route of ROUTES) {
    const params = match(partsOf(route.path), parts)
    if (params !== null) return { route, params }
  }
  return { route: NOT_FOUND, params: {} }
}

/** Returns whether a path has a route. Menus hide other entries. */
export const isRoute = (path: string): boolean => findRoute(path).route !== NOT_FOUND

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [i, piece] of pattern.entries()) {
    const part = parts[i] ?? ''
    if (piece === '*') return params
    if (piece.startsWith(':')) params[piece.slice(1)] = decode(part)
    else if (piece !== part) return null
  }
  return pattern.length === parts.length ? params : null
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
