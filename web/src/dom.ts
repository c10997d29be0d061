/** Elements from TypeScript. Text is set as text: nothing that a user, a link or a compiler says is ever read as HTML. */

type Child = Node | string | null;

type Properties = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>;

/** `on…` are listeners; false and null leave an attribute out. There are no inline styles: the page's policy forbids them. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  dress(made, properties, children.flat());
  return made;
}

const svgNamespace = "http://www.w3.org/2000/svg";

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: readonly (Child | readonly Child[])[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(svgNamespace, tag);
  dress(made, properties, children.flat());
  return made;
}

export function show(
  parent: Element | DocumentFragment,
  ...children: readonly (Child | readonly Child[])[]
): void {
  parent.replaceChildren(...children.flat().filter((child) => child !== null));
}

/** An element that the page has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as T;
}

function dress(made: Element, properties: Properties, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.replace(/^on/, ""), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
}
