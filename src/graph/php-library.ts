// Is a type one of PHP's own, which no file of the repository need be read to find?

/** Types of PHP's own that code names most; from the manual of PHP 8.4. */
const OF_LANGUAGE = new Set(
  `exception error errorexception typeerror valueerror arithmeticerror divisionbyzeroerror argumentcounterror throwable
  stringable traversable iterator iteratoraggregate arrayaccess countable serializable jsonserializable closure generator
  fiber weakmap weakreference stdclass datetime datetimeimmutable datetimeinterface datetimezone dateinterval dateperiod
  arrayobject arrayiterator splobjectstorage splqueue splstack splpriorityqueue splfixedarray spldoublylinkedlist
  splfileinfo splfileobject spltempfileobject splheap splminheap splmaxheap splobserver splsubject logicexception
  badfunctioncallexception badmethodcallexception domainexception invalidargumentexception lengthexception
  outofrangeexception runtimeexception outofboundsexception overflowexception rangeexception underflowexception
  unexpectedvalueexception jsonexception pdo pdoexception pdostatement reflectionclass reflectionmethod
  reflectionproperty reflectionfunction reflectionnamedtype reflectionobject reflectionparameter reflectionexception
  reflectionattribute reflectionenum unitenum backedenum attribute returntypewillchange allowdynamicproperties
  sensitiveparameter override deprecated simplexmlelement domdocument domelement domnode domxpath domnodelist
  soapclient soapfault redis memcached mysqli curlhandle iteratoriterator filteriterator callbackfilteriterator
  recursiveiterator recursivearrayiterator recursiveiteratoriterator recursivedirectoryiterator directoryiterator
  filesystemiterator globiterator limititerator infiniteiterator cachingiterator appenditerator multipleiterator
  emptyiterator norewinditerator outeriterator seekableiterator generatoraggregate numberformatter collator
  intldateformatter messageformatter transliterator normalizer ziparchive`.split(/\s+/),
);

export function isOfLanguage(path: string): boolean {
  return OF_LANGUAGE.has(path.toLowerCase());
}
