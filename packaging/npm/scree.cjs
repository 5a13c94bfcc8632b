'use strict';
// CommonJS: `const { load } = require('scree')`. The module itself is an ES module.
exports.load = async (options) => (await import('./scree.mjs')).load(options);
