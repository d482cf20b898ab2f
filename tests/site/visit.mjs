// Visits pages of the site in a headless Chromium and prints what it finds, one line of JSON a visit.
// node visit.mjs <browser> <site's folder> <jobs>; a job is {page, width, scheme, picture?, press?}.
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import puppeteer from "puppeteer-core"

const [browserPath, site, jobs] = process.argv.slice(2)
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js")
const base = pathToFileURL(`${site}/`).href
const browser = await puppeteer.launch({
  executablePath: browserPath,
  args: ["--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"],
  protocolTimeout: 600_000,
})

for (const job of JSON.parse(jobs)) {
  const page = await browser.newPage()
  page.setDefaultTimeout(600_000)
  const messages = [], foreign = []
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && messages.push(message.text()))
  page.on("pageerror", (error) => messages.push(String(error)))
  page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || foreign.push(request.url()))
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: job.scheme }, { name: "prefers-reduced-motion", value: "reduce" },
  ])
  await page.setViewport({ width: job.width, height: 900 })
  await page.goto(new URL(job.page, base).href, { waitUntil: "load" })
  await page.waitForFunction(() => [...document.querySelectorAll(".chart-canvas")]
    .every((one) => one.closest("details:not([open])") || one.querySelector("svg")))
  const pressed = job.press ? await press(page, job.press) : null
  if (job.picture) await page.screenshot({ path: job.picture, fullPage: job.whole ?? false })
  await page.addScriptTag({ path: axe })
  const faults = await page.evaluate(async () => (await axe.run(document)).violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" ")}`))
  const seen = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    charts: document.querySelectorAll(".chart").length,
    measured: [...document.querySelectorAll("article table")].filter((table) =>
      [...table.querySelectorAll("th")].some((cell) => cell.textContent.trim() === "goodput/s")).length,
  }))
  console.log(JSON.stringify({ ...job, ...seen, faults, messages, foreign, pressed }))
  await page.close()
}
await browser.close()

/** Walks by Tab to a control of that name and presses Space, points at the first chart, and changes to dark. */
async function press(page, name) {
  for (let steps = 0; steps < 400; steps++) {
    await page.keyboard.press("Tab")
    if (await page.evaluate((text) => document.activeElement.textContent === text, name)) break
  }
  const state = () => page.evaluate(() => ({
    control: document.activeElement.textContent,
    on: document.activeElement.getAttribute("aria-pressed"),
    drawn: document.querySelector(".chart-canvas").textContent,
  }))
  const before = await state()
  await page.keyboard.press("Space")
  const after = await state()
  await page.hover(".chart-canvas")
  const tip = await page.waitForFunction(() => /variant: .*/.exec(document.querySelector(".chart-canvas").textContent)?.[0])
  const ink = () => page.evaluate(() => getComputedStyle(document.querySelector(".chart-canvas text")).fill)
  const inks = [await ink()]
  await page.evaluate(() => { document.body.dataset.theme = "dark" })
  await page.waitForFunction(() => document.querySelector(".chart-canvas text"))
  inks.push(await ink())
  return { before, after, tip: await tip.jsonValue(), inks }
}
