// A phone in the browser. While its event stream is open, the simulator waits for a decision on this page instead of
// approving payments automatically.

const PROMPT_FROM = { mtn: 'MTN MoMo', airtel: 'Airtel Money' }
const SIGN = { in: '+', out: '−', failed: '✕' }
const SIGN_NAME = { in: 'Received', out: 'Paid', failed: 'Not paid' }

const part = (id) => document.getElementById(id)
const phone = document.querySelector('.phone')
const promptForm = part('prompt')
const pin = part('pin')

/** 0772…, 256772… and +256 772 … all become 256772…; null for a number outside Uganda. */
function readNumber(written) {
  const digits = written.replace(/[\s+()-]/g, '')
  const international = digits.startsWith('0') ? `256${digits.slice(1)}` : digits
  return /^256\d{9}$/.test(international) ? international : null
}

function showNumber(msisdn) {
  return `+256 ${msisdn.slice(3, 5)} ${msisdn.slice(5, 8)} ${msisdn.slice(8)}`
}

function shillings(amountUgx) {
  const digits = Number.isInteger(amountUgx) ? 0 : 2
  return `UGX ${amountUgx.toLocaleString('en-UG', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

function element(name, className, text) {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.textContent = text
  return made
}

const written = new URLSearchParams(location.search).get('msisdn') ?? ''
const msisdn = readNumber(written)
/** The prompt on the screen, with its time of expiry by this browser's clock. */
let current = null

function showMessages(messages) {
  part('no-messages').hidden = messages.length > 0
  part('messages').replaceChildren(
    ...messages.map((message) => {
      const item = element('li', `message ${message.tone}`, '')
      const sign = element('span', 'sign', SIGN[message.tone])
      sign.setAttribute('role', 'img')
      sign.setAttribute('aria-label', SIGN_NAME[message.tone])
      const time = element(
        'time',
        'muted small',
        new Date(message.at).toLocaleTimeString('en-GB', { timeZone: 'Africa/Kampala' }),
      )
      time.dateTime = message.at
      const body = element('div', '', '')
      body.append(element('p', '', message.text), time)
      item.append(sign, body)
      return item
    }),
  )
}

function setWorking(isWorking, word) {
  for (const id of ['approve', 'decline']) part(id).disabled = isWorking
  part('approve').textContent = isWorking && word === 'approve' ? 'Approving…' : 'Approve'
  part('decline').textContent = isWorking && word === 'decline' ? 'Declining…' : 'Decline'
}

function showPrompt(view) {
  const prompt = view.prompts[0]
  const isNew = prompt !== undefined && prompt.id !== current?.id
  const hadFocus = promptForm.contains(document.activeElement)
  promptForm.hidden = prompt === undefined
  part('idle').hidden = prompt !== undefined
  if (prompt === undefined) {
    current = null
    return
  }
  const waiting = view.prompts.length - 1
  part('prompt-from').textContent = PROMPT_FROM[view.network] ?? 'Mobile money'
  part('prompt-title').textContent = `Pay ${shillings(prompt.amountUgx)} to ${prompt.business}?`
  part('prompt-about').textContent = [prompt.description, waiting > 0 ? `${waiting} more waiting` : null]
    .filter(Boolean)
    .join(' · ')
  current = { id: prompt.id, endsAtMs: Date.now() + prompt.endsInMs }
  if (!isNew) return
  pin.value = ''
  part('pin-error').textContent = ''
  pin.removeAttribute('aria-invalid')
  setWorking(false, '')
  part('announcement').textContent = `${part('prompt-from').textContent}: ${part('prompt-title').textContent}`
  // Move focus to the PIN field only if no other field has it, so that typing elsewhere is not interrupted.
  if (hadFocus || document.activeElement === document.body) pin.focus({ preventScroll: true })
}

function showView(view) {
  phone.dataset.network = view.network ?? 'none'
  part('network').textContent = view.networkName
  const newest = view.messages[0]
  const isNew = showView.newestId !== undefined && newest !== undefined && newest.id !== showView.newestId
  showView.newestId = newest?.id ?? null
  showMessages(view.messages)
  showPrompt(view)
  part('idle-text').textContent = isNew
    ? newest.text
    : 'Nothing to approve. Request a deposit from this number, and the prompt appears here.'
  if (isNew) part('announcement').textContent = newest.text
}

function tick() {
  const time = new Date().toLocaleTimeString('en-GB', {
    timeZone: 'Africa/Kampala',
    hour: '2-digit',
    minute: '2-digit',
  })
  part('clock').textContent = time
  part('idle-clock').textContent = time
  if (current === null) return
  const seconds = Math.max(0, Math.ceil((current.endsAtMs - Date.now()) / 1000))
  part('prompt-left').textContent = `Expires in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  if (seconds === 0) showPrompt({ prompts: [] })
}

async function decide(decision) {
  if (current === null) return
  const error = part('pin-error')
  const isMissing = decision === 'approve' && !/^\d{4,5}$/.test(pin.value)
  error.textContent = isMissing ? 'Enter your PIN of 4 or 5 digits.' : ''
  pin.toggleAttribute('aria-invalid', isMissing)
  if (isMissing) {
    pin.focus()
    return
  }
  setWorking(true, decision)
  try {
    const body = JSON.stringify({ msisdn, id: current.id, decision, pin: pin.value })
    const response = await fetch('/handset/decide', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (!response.ok) error.textContent = (await response.json()).error
  } catch {
    error.textContent = 'We could not reach the simulator. The payment is unchanged. Please try again.'
  }
  pin.value = ''
  setWorking(false, '')
}

function pickUp() {
  document.title = `${showNumber(msisdn)} · Handset`
  document.querySelector('h1').textContent = `Handset of ${showNumber(msisdn)}`
  phone.setAttribute('aria-label', `Phone ${showNumber(msisdn)}`)
  const stream = new EventSource(`/handset/stream?msisdn=${msisdn}`)
  stream.addEventListener('open', () => {
    part('connection').textContent =
      `This is the phone of ${showNumber(msisdn)}. Its payment requests wait here for up to five minutes.`
  })
  stream.addEventListener('error', () => {
    part('connection').textContent = 'No connection to the simulator. Trying again…'
  })
  stream.addEventListener('message', (event) => showView(JSON.parse(event.data)))
}

async function showRecentNumbers() {
  const { numbers } = await (await fetch('/handset/numbers')).json()
  const others = numbers.filter((number) => number !== msisdn)
  part('recent').hidden = others.length === 0
  part('recent-numbers').replaceChildren(
    ...others.map((number) => {
      const link = element('a', 'chip figure', showNumber(number))
      link.href = `/handset?msisdn=${number}`
      const item = element('li', '', '')
      item.append(link)
      return item
    }),
  )
}

pin.addEventListener('input', () => {
  pin.value = pin.value.replace(/\D/g, '')
})
part('decline').addEventListener('click', () => void decide('decline'))
promptForm.addEventListener('submit', (event) => {
  event.preventDefault()
  void decide('approve')
})
part('msisdn').value = msisdn ?? written
if (msisdn !== null) pickUp()
else if (written !== '') part('number-error').textContent = 'Enter a Ugandan mobile number, such as 0772 000 110.'
void showRecentNumbers()
tick()
setInterval(tick, 1000)
