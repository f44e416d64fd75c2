import type { BrowserContext, Page, Route } from 'playwright-core'

/** Matches the requests to an API path; `*` matches one path segment. */
const matcherOf = (path: string): ((url: URL) => boolean) => {
  const pattern = new RegExp(`^${path.replaceAll('*', '[^/]+')}$`)
  return (url) => pattern.test(url.pathname)
}

type NetworkFault = (route: Route) => Promise<void>

/** Errors of a request that was still intercepted when its test closed the page. */
const CLOSED = /Request context disposed|has been closed/

/** Intercepts these requests from now on; all others continue. Returns a function that ends the interception. */
export async function intercept(
  target: Page | BrowserContext,
  operation: string,
  fault: NetworkFault,
  times?: number,
): Promise<() => Promise<void>> {
  const [method, path = ''] = operation.split(' ')
  const matches = matcherOf(path)
  const handler = async (route: Route): Promise<void> => {
    if (route.request().method() !== method) return route.fallback()
    await fault(route).catch((error: Error) => {
      if (!CLOSED.test(error.message)) throw error
    })
  }
  await target.route(matches, handler, times === undefined ? {} : { times })
  return () => target.unroute(matches, handler)
}

export const neverAnswer: NetworkFault = async () => undefined

/** The connection breaks before any data arrives. */
export const failConnection: NetworkFault = (route) => route.abort('connectionfailed')

/** The server processes the request, and its response is lost. */
export const loseResponse: NetworkFault = async (route) => {
  await route.fetch()
  await route.abort('connectionfailed')
}

export const refuse =
  (status: number, problem: object | null = {}): NetworkFault =>
  (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(problem) })

export const answer =
  (body: unknown, status = 200): NetworkFault =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })

/** Reloads the screen with a changed response to one operation. */
export async function changeResponse<T>(page: Page, operation: string, change: (body: T) => object): Promise<void> {
  await intercept(page, operation, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as T
    await route.fulfill({ response, json: { ...body, ...change(body) } })
  })
  await page.reload()
}
