// Unpacks the data and builds the page.
async function unpacked() {
  const bytes = Uint8Array.from(atob(document.getElementById('data').textContent.trim()), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).json();
}

unpacked().then(data => {
  new Page(data);
  const app = document.getElementById('app');
  app.setAttribute('aria-busy', 'false');
  requestAnimationFrame(() => requestAnimationFrame(() => { app.dataset.ready = 'true'; }));
}).catch(error => {
  document.getElementById('app').replaceChildren(h('p', {class: 'notice'}, `This page could not be drawn: ${error.message}`));
  throw error;
});
