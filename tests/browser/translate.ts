/** Runs in the page before its own scripts: wraps every text in elements, as the browser's translation does. */
export function translate(): void {
  const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''
  const wrap = (text: Text): void => {
    const parent = text.parentElement
    if (parent === null || parent.closest('script, style, title, textarea, option, svg, font') !== null) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    text.replaceWith(outer)
    inner.append(text.textContent ?? '')
  }
  const wrapAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (isText(node)) texts.push(node)
    for (const text of texts) wrap(text)
  }
  // React then hydrates a page that is already translated.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (isText(node)) wrap(node)
        else wrapAll(node)
      }
    }
  }).observe(document, { childList: true, subtree: true })
}
