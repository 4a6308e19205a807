"""Words of sources and questions: stems, kinds of things, measures, statements, other languages."""
