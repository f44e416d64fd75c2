const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const isTranslation = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/**
 * A page translation replaces each text node by a `font` element. React later changes the removed text node, so the
 * page would continue to show the old count or amount. This function puts a changed text node back in place of its
 * translation, and the browser translates it again. Returns a function that stops the observer.
 */
export function restoreChangedTexts(): () => void {
  const translations = new WeakMap<Node, Element>()
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      if (type === 'characterData') restore(target)
      else
        for (const removed of removedNodes) {
          const translation = [addedNodes[0], previousSibling, nextSibling].find(isTranslation)
          if (!isText(removed) || removed.isConnected || translation === undefined) continue
          translations.set(removed, translation)
          observer.observe(removed, { characterData: true })
        }
    }
  })
  const restore = (text: Node) => {
    const translation = translations.get(text)
    translations.delete(text)
    if (translation?.isConnected === true && !text.isConnected) translation.replaceWith(text)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
