import { demoPage, escapeHtml } from '../../shared/demo-page.ts'
import type { SharedState } from '../core/shared-state.ts'
import type { ApiAddress } from '../core/wire-format.ts'

const DIGITS: readonly (readonly [string, string])[] = [
  ['0, 8, 9', 'Paid'],
  ['1', 'Declined by the customer'],
  ['2', 'Not enough funds'],
  ['3', 'Never answered, stays pending'],
  ['4', 'Confirmed late, after the product has stopped polling'],
  ['5', 'Paid, with two callbacks'],
  ['6', 'Paid; the callback reports another amount, the status call the correct one'],
  ['7', 'HTTP 500 although the order was accepted; the order is then paid'],
]

function otherSimulatorList(shared: SharedState): string {
  return shared.options.otherSimulators
    .map(
      ({ name, url, about }) =>
        `<section class="card"><h2><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></h2><p>${escapeHtml(about)}</p></section>`,
    )
    .join('')
}

/** The front page of the simulators with their addresses and faults. */
export function indexPage(shared: SharedState, host: string, addresses: readonly ApiAddress[]): string {
  const base = `http://${escapeHtml(host)}`
  const { settings } = shared
  const rows = DIGITS.map(
    ([digit, effect]) => `<tr><th scope="row" class="figure">${digit}</th><td>${effect}</td></tr>`,
  ).join('')
  const apis = addresses
    .map(({ api, path }) => `<dt>${escapeHtml(api)}</dt><dd><code>${base}${escapeHtml(path)}</code></dd>`)
    .join('\n')
  return demoPage({
    title: 'Simulators',
    head: '<link rel="stylesheet" href="/pages/pages.css">',
    lead: 'The simulators replace the external services and implement their APIs. No real money moves here.',
    main: `<section class="card">
<h2>Mobile money</h2>
<p>A collection is approved after ${settings.approveAfterMs / 1_000} s, unless the handset page of its number is open. Then you decide there, for up to ${settings.handsetDecidesWithinMs / 60_000} minutes.</p>
<p><a class="button" href="/handset">Open a handset</a></p>
<table>
<caption>The last digit of the phone number selects the outcome</caption>
<thead><tr><th scope="col">Digit</th><th scope="col">What happens</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<p class="muted">A late confirmation comes after ${settings.lateDepositMs / 1_000} s for a deposit and ${settings.lateWithdrawalMs / 1_000} s for a withdrawal.</p>
</section>
<section class="card">
<h2>Addresses</h2>
<dl>
${apis}
<dt>Faults and outcomes, for tests</dt><dd><code>POST ${base}/control</code></dd>
<dt>State and counts</dt><dd><a href="/control"><code>GET ${base}/control</code></a></dd>
<dt>Orders</dt><dd><a href="/control/orders"><code>GET ${base}/control/orders</code></a></dd>
</dl>
</section>
${otherSimulatorList(shared)}`,
  })
}
